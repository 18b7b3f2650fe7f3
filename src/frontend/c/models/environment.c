// SPDX-License-Identifier: Apache-2.0
// Models of functions that ask the world: standard input, files, time, random numbers. The front end reads them
// like any other file when a program calls one of them without defining it; where they cannot really be asked in
// a native run, compilers read this text, too. What the world says is an input, __kleene_input_X.
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
#ifndef KLEENE_NATIVE
void __VERIFIER_assume(int condition);
void *realloc(void *old, size_t size);
void *__kleene_object(size_t size); // lives as long as the program
void __kleene_beyond(void);         // this is not modelled
#endif
int *__errno_location(void);
enum { NO_FILE = 2, BAD_FILE = 9, INVALID = 22 };

// ---- Arguments of main

unsigned char __kleene_input_argv(void);

void __kleene_argument(char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    unsigned char c = __kleene_input_argv();
    __VERIFIER_assume(c != 0);
    text[i] = (char)c;
  }
  text[length] = 0;
}

// ---- Standard input: bytes, then its end, which stays. Not static: functions without body may change it.

int __kleene_input_stdin(void);
int __kleene_stdin_ended;
int __kleene_stdin_pushed = -1;  // a byte that comes first, or -1
int __kleene_stdin_behind;       // a number ends here: what comes next is no digit
int __kleene_stdin_by;           // 1: streams read standard input, 2: read does, which sees no buffers of theirs

static int is_blank(int c) {
  return c == ' ' || (9 <= c && c <= 13);
}

static int is_digit(int c) {
  return '0' <= c && c <= '9';
}

static void read_stdin_by(int who) {
  if (__kleene_stdin_by != who && __kleene_stdin_by) __kleene_beyond();
  __kleene_stdin_by = who;
}

static int stdin_byte(void) {
  if (__kleene_stdin_pushed >= 0) {
    int pushed = __kleene_stdin_pushed;
    __kleene_stdin_pushed = -1;
    return pushed;
  }
  read_stdin_by(1);
  if (__kleene_stdin_ended) return -1;
  int c = __kleene_input_stdin();
  __VERIFIER_assume(-1 <= c && c <= 255);
  if (__kleene_stdin_behind) __VERIFIER_assume(!is_digit(c));
  __kleene_stdin_behind = 0;
  if (c < 0) __kleene_stdin_ended = 1;
  return c;
}

int getchar(void) {
  return stdin_byte();
}

int getchar_unlocked(void) {
  return stdin_byte();
}

// ---- Streams: standard input, and files, whose bytes are arbitrary

struct _IO_FILE {
  int is_stdin;
  int ended; // the end was met, and the program saw it
  int closed;
  int pushed; // a byte that comes first, or -1
};
typedef struct _IO_FILE FILE;

int __kleene_input_file_opens(void);
int __kleene_input_file_byte(void);
int __kleene_input_file_closes(void);

#ifdef KLEENE_NATIVE
#define IS_STDIN(f) ((void *)(f) == (void *)stdin)
static int stdin_ended;
#define ENDED(f) (*(IS_STDIN(f) ? &stdin_ended : &(f)->ended))
#else
FILE __kleene_stdin_file = {1, 0, 0, -1};
FILE *stdin = &__kleene_stdin_file;
#define IS_STDIN(f) ((f)->is_stdin)
#define ENDED(f) ((f)->ended)
#endif

FILE *fopen(const char *path, const char *mode) {
  int opens = __kleene_input_file_opens();
  __VERIFIER_assume(opens == 0 || opens == 1);
  if (!opens) {
    *__errno_location() = NO_FILE;
    return 0;
  }
  FILE *stream = __kleene_object(sizeof *stream);
  stream->is_stdin = 0;
  stream->ended = 0;
  stream->closed = 0;
  stream->pushed = -1;
  return stream;
}

FILE *fopen64(const char *path, const char *mode) {
  return fopen(path, mode);
}

int fclose(FILE *stream) {
  if (IS_STDIN(stream) || stream->closed) __kleene_beyond();
  stream->closed = 1;
  int result = __kleene_input_file_closes();
  __VERIFIER_assume(result == 0 || result == -1);
  return result;
}

static int byte_of(FILE *stream) {
  if (IS_STDIN(stream)) {
    int c = stdin_byte();
    if (c < 0) ENDED(stream) = 1;
    return c;
  }
  if (stream->closed) __kleene_beyond();
  if (stream->pushed >= 0) {
    int pushed = stream->pushed;
    stream->pushed = -1;
    return pushed;
  }
  if (stream->ended) return -1;
  int c = __kleene_input_file_byte();
  __VERIFIER_assume(-1 <= c && c <= 255);
  if (c < 0) stream->ended = 1;
  return c;
}

int fgetc(FILE *stream) {
  return byte_of(stream);
}

int getc(FILE *stream) {
  return byte_of(stream);
}

int _IO_getc(FILE *stream) {
  return byte_of(stream);
}

int fgetc_unlocked(FILE *stream) {
  return byte_of(stream);
}

int getc_unlocked(FILE *stream) {
  return byte_of(stream);
}

int ungetc(int c, FILE *stream) {
  if (c == -1) return -1;
  c = (unsigned char)c;
  if (IS_STDIN(stream)) {
    if (__kleene_stdin_pushed >= 0) __kleene_beyond();
    __kleene_stdin_pushed = c;
  } else {
    if (stream->pushed >= 0 || stream->closed) __kleene_beyond();
    stream->pushed = c;
  }
  ENDED(stream) = 0;
  return c;
}

int feof(FILE *stream) {
  if (!IS_STDIN(stream) && stream->closed) __kleene_beyond();
  return ENDED(stream);
}

int ferror(FILE *stream) {
  if (!IS_STDIN(stream) && stream->closed) __kleene_beyond();
  return 0;
}

void clearerr(FILE *stream) {
  ENDED(stream) = 0;
}

char *fgets(char *line, int size, FILE *stream) {
  if (size <= 0) return 0;
  if (size == 1) {
    line[0] = 0;
    return line;
  }
  int used = 0;
  while (used < size - 1) {
    int c = byte_of(stream);
    if (c < 0) {
      if (used == 0) return 0;
      break;
    }
    line[used++] = (char)c;
    if (c == '\n') break;
  }
  line[used] = 0;
  return line;
}

char *fgets_unlocked(char *line, int size, FILE *stream) {
  return fgets(line, size, stream);
}

size_t fread(void *to, size_t size, size_t count, FILE *stream) {
  unsigned char *bytes = to;
  size_t all = size * count;
  size_t used = 0;
  if (all == 0) return 0;
  while (used < all) {
    int c = byte_of(stream);
    if (c < 0) break;
    bytes[used++] = (unsigned char)c;
  }
  return used / size;
}

ssize_t getdelim(char **line, size_t *size, int end, FILE *stream) {
  size_t used = 0;
  if (!line || !size) {
    *__errno_location() = INVALID;
    return -1;
  }
  if (!*line || *size == 0) {
    *line = realloc(*line, 120);
    if (!*line) return -1;
    *size = 120;
  }
  for (;;) {
    int c = byte_of(stream);
    if (c < 0) break;
    if (used + 2 > *size) {
      char *more = realloc(*line, 2 * *size);
      if (!more) return -1;
      *line = more;
      *size = 2 * *size;
    }
    (*line)[used++] = (char)c;
    if (c == end) break;
  }
  if (used == 0) return -1;
  (*line)[used] = 0;
  return (ssize_t)used;
}

ssize_t __getdelim(char **line, size_t *size, int end, FILE *stream) {
  return getdelim(line, size, end, stream);
}

ssize_t getline(char **line, size_t *size, FILE *stream) {
  return getdelim(line, size, '\n', stream);
}

// ---- scanf and its kin. Where standard input is to give a decimal number or a float, it gives one as a whole: the
// text, of which only the number and what follows it matter, is made when the program is run.

struct source {
  FILE *stream; // or
  const char *text;
};

struct conversion {
  char letter;
  int width; // 0: none
  int size;  // of an integer
  int is_long;  // 1: long, 2: long long
  int unused;
};

static int next_of(struct source *from) {
  if (from->stream) return byte_of(from->stream);
  if (!*from->text) return -1;
  return (unsigned char)*from->text++;
}

static void give_back(struct source *from, int c) {
  if (c < 0) return;
  if (!from->stream)
    from->text--;
  else if (IS_STDIN(from->stream))
    __kleene_stdin_pushed = c;
  else
    from->stream->pushed = c;
}

static int skip_blanks(struct source *from) {
  int c = next_of(from);
  while (is_blank(c))
    c = next_of(from);
  return c;
}

static void store_number(void *to, int size, unsigned long long value) {
  if (size == 1) *(unsigned char *)to = (unsigned char)value;
  if (size == 2) *(unsigned short *)to = (unsigned short)value;
  if (size == 4) *(unsigned *)to = (unsigned)value;
  if (size == 8) *(unsigned long long *)to = value;
}

enum { SCAN_END = -1, SCAN_FAILED = 0, SCAN_DONE = 1 };

int __kleene_input_scan(void); // 0 the end, 1 something else, 2 a number
long long __kleene_input_scan_signed(void);
unsigned long long __kleene_input_scan_unsigned(void);
double __kleene_input_scan_double(void);
float __kleene_input_scan_float(void);

static int is_standard(const struct source *from) {
  return from->stream && IS_STDIN(from->stream) && __kleene_stdin_pushed < 0;
}

// What comes next where a number is wanted, without any.
static int scan_other(struct source *from, int next) {
  if (next == 0) {
    __kleene_stdin_ended = 1;
    ENDED(from->stream) = 1;
    return SCAN_END;
  }
  int c = __kleene_input_stdin();
  __VERIFIER_assume(0 <= c && c <= 255 && !is_blank(c) && !is_digit(c));
  __kleene_stdin_behind = 0;
  if (c == '+' || c == '-') {
    c = stdin_byte();
    __VERIFIER_assume(!is_digit(c));
    if (c < 0) ENDED(from->stream) = 1;
  }
  give_back(from, c);
  return SCAN_FAILED;
}

static int whats_next(struct source *from) {
  read_stdin_by(1);
  if (__kleene_stdin_ended) return 0;
  int next = __kleene_input_scan();
  __VERIFIER_assume(0 <= next && next <= 2);
  return next;
}

static int scan_whole_number(struct source *from, const struct conversion *c, void *to) {
  int next = whats_next(from);
  if (next < 2) return scan_other(from, next);
  unsigned long long value;
  int bits = c->is_long == 2 ? 64 : 8 * sizeof(long);
  if (c->letter == 'u') {
    value = __kleene_input_scan_unsigned();
    if (bits == 32) __VERIFIER_assume(value <= 0xffffffffu);
  } else {
    long long number = __kleene_input_scan_signed();
    if (c->size <= 4 || bits == 32)
      __VERIFIER_assume(-2147483647 - 1 <= number && number <= 2147483647);
    value = (unsigned long long)number;
  }
  __kleene_stdin_behind = 1;
  if (!c->unused) store_number(to, c->size, value);
  return SCAN_DONE;
}

static int scan_float(struct source *from, const struct conversion *c, void *to) {
  if (!is_standard(from) || c->width || c->is_long == 2) __kleene_beyond();
  int next = whats_next(from);
  // Texts like `.` and `1e` and `in` fail, too, after they are read.
  if (next == 1) __kleene_beyond();
  if (next == 0) return scan_other(from, next);
  if (c->is_long) {
    double value = __kleene_input_scan_double();
    if (!c->unused) *(double *)to = value;
  } else {
    float value = __kleene_input_scan_float();
    if (!c->unused) *(float *)to = value;
  }
  // Behind it, what could belong to a float is not modelled.
  int behind = stdin_byte();
  if (behind >= 0 && !is_blank(behind)) __kleene_beyond();
  give_back(from, behind);
  return SCAN_DONE;
}

static int digit_of(int c) {
  if (is_digit(c)) return c - '0';
  if ('a' <= c && c <= 'f') return c - 'a' + 10;
  if ('A' <= c && c <= 'F') return c - 'A' + 10;
  return 99;
}

static unsigned long long limited(const struct conversion *c, int minus, int over, unsigned long long value) {
  unsigned long long most = ~0ULL;
  if (c->is_long != 2 && sizeof(long) == 4) most = 0xffffffffULL;
  if (value > most) over = 1;
  if (c->letter == 'd' || c->letter == 'i') {
    most = most >> 1;
    if (over || value > most + (minus ? 1 : 0)) value = most + (minus ? 1 : 0);
    return minus ? -value : value;
  }
  if (over) return most;
  return minus ? -value : value;
}

static int scan_integer(struct source *from, const struct conversion *c, void *to) {
  int decimal = c->letter == 'd' || c->letter == 'u';
  if (decimal && !c->width && is_standard(from)) return scan_whole_number(from, c, to);
  int left = c->width ? c->width : 0x7fffffff;
  int base = c->letter == 'o' ? 8 : c->letter == 'x' || c->letter == 'X' ? 16 : c->letter == 'i' ? 0 : 10;
  int next = skip_blanks(from);
  if (next < 0) return SCAN_END;
  int minus = next == '-';
  if (next == '+' || next == '-') {
    if (--left == 0) return SCAN_FAILED;
    next = next_of(from);
  }
  int digits = 0;
  if (next == '0' && (base == 0 || base == 16)) {
    digits = 1;
    left--;
    next = left > 0 ? next_of(from) : -2;
    if (next == 'x' || next == 'X') {
      if (--left == 0) __kleene_beyond();
      next = next_of(from);
      if (digit_of(next) > 15) __kleene_beyond();
      base = 16;
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;
  unsigned long long value = 0;
  int over = 0;
  while (left > 0 && next >= 0 && digit_of(next) < base) {
    unsigned long long high = (value >> 32) * (unsigned)base;
    unsigned long long low = (value & 0xffffffffULL) * (unsigned)base + (unsigned)digit_of(next);
    high += low >> 32;
    if (high >> 32) over = 1;
    value = high << 32 | (low & 0xffffffffULL);
    digits++;
    left--;
    next = left > 0 ? next_of(from) : -2;
  }
  give_back(from, next);
  if (digits == 0) return SCAN_FAILED;
  if (!c->unused) store_number(to, c->size, limited(c, minus, over, value));
  return SCAN_DONE;
}

// Is the character in the set that begins at `set`, behind `[`?
static int is_in_set(const char *set, int c) {
  int inverted = *set == '^';
  if (inverted) set++;
  int found = 0;
  for (const char *s = set; *s && (s == set || *s != ']'); s++) {
    unsigned char low = (unsigned char)s[0];
    if (s[1] == '-' && s[2] && s[2] != ']') {
      if (low <= c && c <= (unsigned char)s[2]) found = 1;
      s += 2;
    } else if (c == low) {
      found = 1;
    }
  }
  return found != inverted;
}

static int scan_text(struct source *from, const struct conversion *c, const char *set, char *to) {
  int left = c->width ? c->width : c->letter == 'c' ? 1 : 0x7fffffff;
  int next = c->letter == 's' ? skip_blanks(from) : next_of(from);
  if (next < 0) return SCAN_END;
  int used = 0;
  while (left > 0 && next >= 0) {
    if (c->letter == 's' && is_blank(next)) break;
    if (c->letter == '[' && !is_in_set(set, next)) break;
    if (!c->unused) to[used] = (char)next;
    used++;
    left--;
    next = left > 0 ? next_of(from) : -2;
  }
  give_back(from, next);
  if (c->letter == 'c') return c->width && left > 0 ? SCAN_END : SCAN_DONE;
  if (used == 0) return SCAN_FAILED;
  if (!c->unused) to[used] = 0;
  return SCAN_DONE;
}

// Reads a conversion; behind it the format goes on.
static const char *read_conversion(const char *format, struct conversion *c) {
  c->unused = *format == '*';
  if (c->unused) format++;
  c->width = 0;
  while (is_digit(*format))
    c->width = 10 * c->width + (*format++ - '0');
  c->size = sizeof(int);
  c->is_long = 0;
  if (*format == 'h') {
    c->size = format[1] == 'h' ? 1 : sizeof(short);
    format += c->size == 1 ? 2 : 1;
  } else if (*format == 'l') {
    c->is_long = format[1] == 'l' ? 2 : 1;
    c->size = c->is_long == 2 ? sizeof(long long) : sizeof(long);
    format += c->is_long;
  } else if (*format == 'j') {
    c->is_long = 2;
    c->size = sizeof(long long);
    format++;
  } else if (*format == 'z' || *format == 't') {
    c->is_long = 1;
    c->size = sizeof(long);
    format++;
  }
  c->letter = *format;
  return format + 1;
}

static int scan(struct source from, const char *format, __builtin_va_list arguments) {
  const char *begin = from.text;
  int done = 0;
  while (*format) {
    int result = SCAN_DONE;
    if (is_blank((unsigned char)*format)) {
      format++;
      give_back(&from, skip_blanks(&from));
      continue;
    }
    if (*format != '%' || format[1] == '%') {
      int wanted = (unsigned char)*format;
      format += *format == '%' ? 2 : 1;
      int next = wanted == '%' ? skip_blanks(&from) : next_of(&from);
      if (next < 0) return done ? done : -1;
      if (next != wanted) {
        give_back(&from, next);
        return done;
      }
      continue;
    }
    struct conversion c;
    format = read_conversion(format + 1, &c);
    void *to = c.unused ? 0 : __builtin_va_arg(arguments, void *);
    switch (c.letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      result = scan_integer(&from, &c, to);
      break;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      result = scan_float(&from, &c, to);
      break;
    case 's':
    case 'c':
      if (c.is_long) __kleene_beyond();
      result = scan_text(&from, &c, 0, to);
      break;
    case '[':
      if (c.is_long) __kleene_beyond();
      result = scan_text(&from, &c, format, to);
      if (*format == '^') format++;
      format++; // a bracket that comes first is a member
      while (*format && *format != ']')
        format++;
      if (*format) format++;
      break;
    case 'n':
      if (from.stream || c.size != sizeof(int)) __kleene_beyond();
      if (!c.unused) *(int *)to = (int)(from.text - begin);
      continue;
    default:
      __kleene_beyond();
    }
    if (result == SCAN_END) return done ? done : -1;
    if (result == SCAN_FAILED) return done;
    if (!c.unused) done++;
  }
  return done;
}

int vfscanf(FILE *stream, const char *format, __builtin_va_list arguments) {
  struct source from = {stream, 0};
  return scan(from, format, arguments);
}

int vscanf(const char *format, __builtin_va_list arguments) {
  return vfscanf((FILE *)stdin, format, arguments);
}

int vsscanf(const char *text, const char *format, __builtin_va_list arguments) {
  struct source from = {0, text};
  return scan(from, format, arguments);
}

int fscanf(FILE *stream, const char *format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  int done = vfscanf(stream, format, arguments);
  __builtin_va_end(arguments);
  return done;
}

int scanf(const char *format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  int done = vscanf(format, arguments);
  __builtin_va_end(arguments);
  return done;
}

int sscanf(const char *text, const char *format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  int done = vsscanf(text, format, arguments);
  __builtin_va_end(arguments);
  return done;
}

// ---- Files by number. A read may give less than is there.

int __kleene_input_file_number(void);
ssize_t __kleene_input_file_count(void);

ssize_t read(int file, void *to, size_t size) {
  unsigned char *bytes = to;
  if (file < 0) {
    *__errno_location() = BAD_FILE;
    return -1;
  }
  if (file == 0) read_stdin_by(2);
  ssize_t count = __kleene_input_file_count();
  __VERIFIER_assume(-1 <= count && (count < 0 || (size_t)count <= size));
  for (ssize_t i = 0; i < count; i++) {
    int c = __kleene_input_file_byte();
    __VERIFIER_assume(0 <= c && c <= 255);
    bytes[i] = (unsigned char)c;
  }
  return count;
}

int open(const char *path, int flags, ...) {
  int number = __kleene_input_file_number();
  __VERIFIER_assume(number == -1 || (3 <= number && number < 1024));
  if (number < 0) *__errno_location() = NO_FILE;
  return number;
}

int open64(const char *path, int flags, ...) {
  return open(path, flags);
}

int close(int file) {
  int result = __kleene_input_file_closes();
  __VERIFIER_assume(result == 0 || result == -1);
  if (file < 0) {
    *__errno_location() = BAD_FILE;
    return -1;
  }
  return result;
}

ssize_t __kleene_input_written(void);
ssize_t write(int file, const void *from, size_t size) {
  ssize_t count = __kleene_input_written();
  __VERIFIER_assume(-1 <= count && (count < 0 || (size_t)count <= size));
  return count;
}

// ---- Time, random numbers, processes

long __kleene_input_time(void);
long time(long *to) {
  long now = __kleene_input_time();
  __VERIFIER_assume(-1 <= now);
  if (to) *to = now;
  return now;
}

long __kleene_input_clock(void);
long clock(void) {
  long used = __kleene_input_clock();
  __VERIFIER_assume(-1 <= used);
  return used;
}

int __kleene_input_rand(void);
static int random_number(void) {
  int number = __kleene_input_rand();
  __VERIFIER_assume(0 <= number);
  return number;
}

int rand(void) {
  return random_number();
}

void srand(unsigned seed) {
}

int rand_r(unsigned *seed) {
  *seed = (unsigned)__kleene_input_rand();
  return random_number();
}

long random(void) {
  return random_number();
}

void srandom(unsigned seed) {
}

int __kleene_input_getpid(void);
int __kleene_own_process;
int getpid(void) {
  if (!__kleene_own_process) __kleene_own_process = __kleene_input_getpid();
  __VERIFIER_assume(0 < __kleene_own_process);
  return __kleene_own_process;
}

unsigned sleep(unsigned seconds) {
  return 0;
}

int usleep(unsigned microseconds) {
  return 0;
}
