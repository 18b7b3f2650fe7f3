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
int __kleene_uses_read(void);       // is the function behind `uses` called anywhere?
int __kleene_uses_scan_from(void);
int __kleene_uses_scan_text(void);
void __kleene_reads(const void *from, size_t size);
int __kleene_choice(void);
int putchar(int c);
void __kleene_print(int channel, int c);
#else
#define __kleene_uses_read() 1
#define __kleene_uses_scan_from() 1
#define __kleene_uses_scan_text() 1
#endif
int *__errno_location(void);
enum { BAD_FILE = 9, INVALID = 22 };

// Something failed: for what reason is any.
int __kleene_input_error(void);
static void fail(void) {
  int error = __kleene_input_error();
  __VERIFIER_assume(0 < error && error <= 133);
  *__errno_location() = error;
}

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
  if (!__kleene_uses_read()) return;
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
  int is_stdin; // 2: standard output or standard error
  int ended; // the end was met, and the program saw it
  int closed;
  int pushed; // a byte that comes first, or -1
};
typedef struct _IO_FILE FILE;

int __kleene_input_file_opens(void);
int __kleene_input_file_number(void);
ssize_t __kleene_input_file_count(void);
int __kleene_input_file_byte(void);
int __kleene_input_file_closes(void);

#ifdef KLEENE_NATIVE
#define __kleene_reads(from, size) (void)(size)
#define __kleene_choice() 0
#define __kleene_print(channel, c) (void)(c)
#define IS_STDIN(f) ((void *)(f) == (void *)stdin)
#define IS_OUTPUT(f) ((void *)(f) == (void *)stdout || (void *)(f) == (void *)stderr)
static int stdin_ended;
#define ENDED(f) (*(IS_STDIN(f) ? &stdin_ended : &(f)->ended))
#else
FILE __kleene_stdin_file = {1, 0, 0, -1};
FILE __kleene_stdout_file = {2, 0, 0, -1};
FILE __kleene_stderr_file = {2, 0, 0, -1};
FILE *stdin = &__kleene_stdin_file;
FILE *stdout = &__kleene_stdout_file;
FILE *stderr = &__kleene_stderr_file;
#define IS_STDIN(f) ((f)->is_stdin == 1)
#define IS_OUTPUT(f) ((f)->is_stdin == 2)
#define ENDED(f) ((f)->ended)
#endif

FILE *fopen(const char *path, const char *mode) {
  int opens = __kleene_input_file_opens();
  __VERIFIER_assume(opens == 0 || opens == 1);
  if (!opens) {
    fail();
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
  if (IS_STDIN(stream) || IS_OUTPUT(stream) || stream->closed) __kleene_beyond();
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
  if (IS_OUTPUT(stream) || stream->closed) __kleene_beyond();
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

// ---- Output to files: nobody sees it again. Only what the program could notice is said.

int __kleene_input_file_written(void);
long __kleene_input_file_position(void);

// Something is written to the stream.
void __kleene_output_to(FILE *stream) {
  if (IS_OUTPUT(stream)) return;
  if (IS_STDIN(stream) || stream->closed) __kleene_beyond();
}

static int zero_or_failure(void) {
  int result = __kleene_input_file_written();
  __VERIFIER_assume(result == 0 || result == -1);
  if (result < 0) fail();
  return result;
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *stream) {
  __kleene_output_to(stream);
  __kleene_reads(from, size * count);
  if (size == 0 || count == 0) return 0;
  if (IS_OUTPUT(stream) && !__kleene_choice()) {
    for (size_t i = 0; i < size * count; i++)
      __kleene_print(1 + (stream == stderr), ((const unsigned char *)from)[i]);
    return count;
  }
  size_t written = (size_t)__kleene_input_file_count();
  __VERIFIER_assume(written <= count);
  if (written < count) fail();
  return written;
}

int fflush(FILE *stream) {
  if (!stream || IS_OUTPUT(stream)) return __kleene_choice() ? -1 : 0;
  __kleene_output_to(stream);
  return zero_or_failure();
}

int fseek(FILE *stream, long offset, int from) {
  if (IS_STDIN(stream) || IS_OUTPUT(stream) || stream->closed) __kleene_beyond();
  int result = zero_or_failure();
  if (result == 0) {
    stream->ended = 0;
    stream->pushed = -1;
  }
  return result;
}

long ftell(FILE *stream) {
  if (IS_STDIN(stream) || IS_OUTPUT(stream) || stream->closed) __kleene_beyond();
  long at = __kleene_input_file_position();
  __VERIFIER_assume(-1 <= at);
  if (at < 0) fail();
  return at;
}

void rewind(FILE *stream) {
  fseek(stream, 0, 0);
  if (!IS_STDIN(stream)) stream->ended = 0;
}

int fileno(FILE *stream) {
  if (IS_STDIN(stream)) return 0;
  if (IS_OUTPUT(stream) || stream->closed) __kleene_beyond();
  int number = __kleene_input_file_number();
  __VERIFIER_assume(3 <= number && number < 1024);
  return number;
}

int setvbuf(FILE *stream, char *buffer, int mode, size_t size) {
  if (buffer) __kleene_beyond();
  return zero_or_failure() ? 1 : 0;
}

void setbuf(FILE *stream, char *buffer) {
  if (buffer) __kleene_beyond();
}

void perror(const char *text) {
}

int remove(const char *path) {
  return zero_or_failure();
}

int unlink(const char *path) {
  return zero_or_failure();
}

int rename(const char *from, const char *to) {
  return zero_or_failure();
}

int access(const char *path, int mode) {
  return zero_or_failure();
}

int mkdir(const char *path, unsigned mode) {
  return zero_or_failure();
}

int rmdir(const char *path) {
  return zero_or_failure();
}

int chdir(const char *path) {
  return zero_or_failure();
}

int isatty(int file) {
  return zero_or_failure() + 1;
}

#ifdef KLEENE_NATIVE
// Streams of ours take everything.
int vfprintf(FILE *stream, const char *format, __builtin_va_list arguments) {
  return IS_OUTPUT(stream) ? __builtin_vfprintf((void *)stream, format, arguments) : 0;
}

int fprintf(FILE *stream, const char *format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  int result = vfprintf(stream, format, arguments);
  __builtin_va_end(arguments);
  return result;
}

int fputs(const char *text, FILE *stream) {
  return 0;
}

int fputc(int c, FILE *stream) {
  return (unsigned char)c;
}

int putc(int c, FILE *stream) {
  return (unsigned char)c;
}
#else
int fputc(int c, FILE *stream);
size_t __kleene_formatted(int channel, const char *format, __builtin_va_list arguments);

// One character of formatted output.
void __kleene_print(int channel, int c) {
  if (channel == 1) putchar(c);
  if (channel == 2) fputc(c, stderr);
}

int vfprintf(FILE *stream, const char *format, __builtin_va_list arguments) {
  __kleene_output_to(stream);
  int channel = stream == stdout ? 1 : stream == stderr ? 2 : 3;
  int length = (int)__kleene_formatted(channel, format, arguments);
  return __kleene_choice() ? -1 : length;
}
#endif

int vprintf(const char *format, __builtin_va_list arguments) {
  return vfprintf((FILE *)stdout, format, arguments);
}

// ---- scanf and its kin. Where standard input is to give a decimal number or a float, it gives one as a whole: the
// text, of which only the number and what follows it matter, is made when the program is run. What is read from is
// `*text`, or `stream`, or, if both are null, standard input. Of a format that is a literal the front end makes a
// function of its own (scan_formats.cpp), which calls those that are not static.

static int next_of(FILE *stream, const char **text) {
  if (__kleene_uses_scan_text() && text) {
    if (!**text) return -1;
    return (unsigned char)*(*text)++;
  }
  if (__kleene_uses_scan_from() && stream) return byte_of(stream);
  int c = stdin_byte();
  if (c < 0) ENDED((FILE *)stdin) = 1;
  return c;
}

static void give_back(FILE *stream, const char **text, int c) {
  if (c < 0) return;
  if (__kleene_uses_scan_text() && text)
    (*text)--;
  else if (__kleene_uses_scan_from() && stream)
    stream->pushed = c;
  else
    __kleene_stdin_pushed = c;
}

static int skip_blanks(FILE *stream, const char **text) {
  int c = next_of(stream, text);
  while (is_blank(c))
    c = next_of(stream, text);
  return c;
}

// What a stream is to the functions below.
FILE *__kleene_scan_from(FILE *stream) {
  __kleene_reads(stream, sizeof *stream);
  return IS_STDIN(stream) ? 0 : stream;
}

const char **__kleene_scan_text(const char **text) {
  return text;
}

int __kleene_scan_next(FILE *stream, const char **text) {
  return next_of(stream, text);
}

void __kleene_scan_back(FILE *stream, const char **text, int c) {
  give_back(stream, text, c);
}

void __kleene_scan_blanks(FILE *stream, const char **text) {
  give_back(stream, text, skip_blanks(stream, text));
}

enum { SCAN_END = -1, SCAN_FAILED = 0, SCAN_DONE = 1 };

int __kleene_scan_literal(FILE *stream, const char **text, int wanted, int behind_blanks) {
  int next = behind_blanks ? skip_blanks(stream, text) : next_of(stream, text);
  if (next < 0) return SCAN_END;
  if (next == wanted) return SCAN_DONE;
  give_back(stream, text, next);
  return SCAN_FAILED;
}

int __kleene_input_scan(void); // 0 the end, 1 something else, 2 a number
long long __kleene_input_scan_signed(void);
unsigned long long __kleene_input_scan_unsigned(void);
double __kleene_input_scan_double(void);
float __kleene_input_scan_float(void);

// The number that was read.
unsigned long long __kleene_scanned;
double __kleene_scanned_double;
float __kleene_scanned_float;

// Does a number as a whole come next? Blanks before it do not matter.
static int is_standard(FILE *stream, const char **text) {
  if (stream || text) return 0;
  if (__kleene_stdin_pushed >= 0 && is_blank(__kleene_stdin_pushed)) __kleene_stdin_pushed = -1;
  return __kleene_stdin_pushed < 0;
}

// What comes next where a number is wanted, without any.
static int scan_other(int next) {
  if (next == 0) {
    __kleene_stdin_ended = 1;
    ENDED((FILE *)stdin) = 1;
    return SCAN_END;
  }
  int c = __kleene_input_stdin();
  __VERIFIER_assume(0 <= c && c <= 255 && !is_blank(c) && !is_digit(c));
  __kleene_stdin_behind = 0;
  if (c == '+' || c == '-') {
    c = stdin_byte();
    __VERIFIER_assume(!is_digit(c));
    if (c < 0) ENDED((FILE *)stdin) = 1;
  }
  give_back(0, 0, c);
  return SCAN_FAILED;
}

static int whats_next(void) {
  read_stdin_by(1);
  if (__kleene_stdin_ended) return 0;
  int next = __kleene_input_scan();
  __VERIFIER_assume(0 <= next && next <= 2);
  return next;
}

static int scan_whole_number(int letter, int size, int is_long) {
  int next = whats_next();
  if (next < 2) return scan_other(next);
  int bits = is_long == 2 ? 64 : 8 * sizeof(long);
  if (letter == 'u') {
    __kleene_scanned = __kleene_input_scan_unsigned();
    if (bits == 32) __VERIFIER_assume(__kleene_scanned <= 0xffffffffu);
  } else {
    long long number = __kleene_input_scan_signed();
    if (size <= 4 || bits == 32)
      __VERIFIER_assume(-2147483647 - 1 <= number && number <= 2147483647);
    __kleene_scanned = (unsigned long long)number;
  }
  __kleene_stdin_behind = 1;
  return SCAN_DONE;
}

int __kleene_scan_float(FILE *stream, const char **text, int width, int is_long) {
  if (!is_standard(stream, text) || width || is_long == 2) __kleene_beyond();
  int next = whats_next();
  // Texts like `.` and `1e` and `in` fail, too, after they are read.
  if (next == 1) __kleene_beyond();
  if (next == 0) return scan_other(next);
  if (is_long)
    __kleene_scanned_double = __kleene_input_scan_double();
  else
    __kleene_scanned_float = __kleene_input_scan_float();
  // Behind it, what could belong to a float is not modelled.
  int behind = next_of(0, 0);
  if (behind >= 0 && !is_blank(behind)) __kleene_beyond();
  give_back(0, 0, behind);
  return SCAN_DONE;
}

static int digit_of(int c) {
  if (is_digit(c)) return c - '0';
  if ('a' <= c && c <= 'f') return c - 'a' + 10;
  if ('A' <= c && c <= 'F') return c - 'A' + 10;
  return 99;
}

static unsigned long long limited(int letter, int is_long, int minus, int over, unsigned long long value) {
  unsigned long long most = ~0ULL;
  if (is_long != 2 && sizeof(long) == 4) most = 0xffffffffULL;
  if (value > most) over = 1;
  if (letter == 'd' || letter == 'i') {
    most = most >> 1;
    if (over || value > most + (minus ? 1 : 0)) value = most + (minus ? 1 : 0);
    return minus ? -value : value;
  }
  if (over) return most;
  return minus ? -value : value;
}

struct digits {
  int left; // so many characters may be read
  int minus;
  int seen;
};

static int scan_digits(FILE *stream, const char **text, int letter, int is_long, int base, int next, struct digits d) {
  unsigned long long value = 0;
  int over = 0;
  while (d.left > 0 && next >= 0 && digit_of(next) < base) {
    unsigned long long high = (value >> 32) * (unsigned)base;
    unsigned long long low = (value & 0xffffffffULL) * (unsigned)base + (unsigned)digit_of(next);
    high += low >> 32;
    if (high >> 32) over = 1;
    value = high << 32 | (low & 0xffffffffULL);
    d.seen = 1;
    d.left--;
    next = d.left > 0 ? next_of(stream, text) : -2;
  }
  give_back(stream, text, next);
  if (!d.seen) return SCAN_FAILED;
  __kleene_scanned = limited(letter, is_long, d.minus, over, value);
  return SCAN_DONE;
}

// `d` and `u`. A width of 0 is none, here and below.
int __kleene_scan_decimal(FILE *stream, const char **text, int letter, int width, int size, int is_long) {
  if (!width && is_standard(stream, text)) return scan_whole_number(letter, size, is_long);
  struct digits d = {width ? width : 0x7fffffff, 0, 0};
  int next = skip_blanks(stream, text);
  if (next < 0) return SCAN_END;
  d.minus = next == '-';
  if (next == '+' || next == '-') {
    if (--d.left == 0) return SCAN_FAILED;
    next = next_of(stream, text);
  }
  return scan_digits(stream, text, letter, is_long, 10, next, d);
}

// `i`, `o` and `x`.
int __kleene_scan_based(FILE *stream, const char **text, int letter, int width, int is_long) {
  struct digits d = {width ? width : 0x7fffffff, 0, 0};
  int base = letter == 'o' ? 8 : letter == 'i' ? 0 : 16;
  int next = skip_blanks(stream, text);
  if (next < 0) return SCAN_END;
  d.minus = next == '-';
  if (next == '+' || next == '-') {
    if (--d.left == 0) return SCAN_FAILED;
    next = next_of(stream, text);
  }
  if (next == '0' && base != 8) {
    d.seen = 1;
    d.left--;
    next = d.left > 0 ? next_of(stream, text) : -2;
    if (next == 'x' || next == 'X') {
      if (--d.left == 0) __kleene_beyond();
      next = next_of(stream, text);
      if (digit_of(next) > 15) __kleene_beyond();
      base = 16;
    } else if (base == 0) {
      base = 8;
    }
  }
  return scan_digits(stream, text, letter, is_long, base ? base : 10, next, d);
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

int __kleene_scan_word(FILE *stream, const char **text, int width, int unused, char *to) {
  int next = skip_blanks(stream, text);
  if (next < 0) return SCAN_END;
  int used = 0;
  while (used < width && next >= 0 && !is_blank(next)) {
    if (!unused) to[used] = (char)next;
    used++;
    next = used < width ? next_of(stream, text) : -2;
  }
  give_back(stream, text, next);
  if (!unused) to[used] = 0;
  return SCAN_DONE;
}

int __kleene_scan_characters(FILE *stream, const char **text, int width, int unused, char *to) {
  int used = 0;
  while (used < width) {
    int next = next_of(stream, text);
    if (next < 0) return used ? SCAN_DONE : SCAN_END; // a few of them will do
    if (!unused) to[used] = (char)next;
    used++;
  }
  return SCAN_DONE;
}

static int scan_set(FILE *stream, const char **text, const char *set, int width, int unused, char *to) {
  int next = next_of(stream, text);
  if (next < 0) return SCAN_END;
  int used = 0;
  while (used < width && next >= 0 && is_in_set(set, next)) {
    if (!unused) to[used] = (char)next;
    used++;
    next = used < width ? next_of(stream, text) : -2;
  }
  give_back(stream, text, next);
  if (used == 0) return SCAN_FAILED;
  if (!unused) to[used] = 0;
  return SCAN_DONE;
}

struct conversion {
  char letter;
  int width; // 0: none
  int size;  // of an integer
  int is_long;  // 1: long, 2: long long
  int unused;
};

static void store_number(void *to, int size) {
  if (size == 1) *(unsigned char *)to = (unsigned char)__kleene_scanned;
  if (size == 2) *(unsigned short *)to = (unsigned short)__kleene_scanned;
  if (size == 4) *(unsigned *)to = (unsigned)__kleene_scanned;
  if (size == 8) *(unsigned long long *)to = __kleene_scanned;
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

static int skips_blanks(int letter) {
  return letter != 'c' && letter != '[' && letter != 'n';
}

static int scan(FILE *stream, const char **text, const char *format, __builtin_va_list arguments) {
  const char *begin = text ? *text : 0;
  int done = 0;
  while (*format) {
    int result = SCAN_DONE;
    struct conversion c;
    if (is_blank((unsigned char)*format)) {
      while (is_blank((unsigned char)*format))
        format++;
      // Blanks that the conversion skips are not looked at twice.
      if (*format == '%') read_conversion(format + 1, &c);
      if (*format != '%' || !skips_blanks(c.letter)) __kleene_scan_blanks(stream, text);
      continue;
    }
    if (*format != '%' || format[1] == '%') {
      result = __kleene_scan_literal(stream, text, (unsigned char)*format, *format == '%');
      format += *format == '%' ? 2 : 1;
      if (result == SCAN_END) return done ? done : -1;
      if (result == SCAN_FAILED) return done;
      continue;
    }
    format = read_conversion(format + 1, &c);
    void *to = c.unused ? 0 : __builtin_va_arg(arguments, void *);
    int most = c.width ? c.width : 0x7fffffff;
    switch (c.letter) {
    case 'd':
    case 'u':
      result = __kleene_scan_decimal(stream, text, c.letter, c.width, c.size, c.is_long);
      if (result == SCAN_DONE && !c.unused) store_number(to, c.size);
      break;
    case 'i':
    case 'x':
    case 'X':
    case 'o':
      result = __kleene_scan_based(stream, text, c.letter, c.width, c.is_long);
      if (result == SCAN_DONE && !c.unused) store_number(to, c.size);
      break;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      result = __kleene_scan_float(stream, text, c.width, c.is_long);
      if (result != SCAN_DONE || c.unused) break;
      if (c.is_long)
        *(double *)to = __kleene_scanned_double;
      else
        *(float *)to = __kleene_scanned_float;
      break;
    case 's':
      if (c.is_long) __kleene_beyond();
      result = __kleene_scan_word(stream, text, most, c.unused, to);
      break;
    case 'c':
      if (c.is_long) __kleene_beyond();
      result = __kleene_scan_characters(stream, text, c.width ? c.width : 1, c.unused, to);
      break;
    case '[':
      if (c.is_long) __kleene_beyond();
      result = scan_set(stream, text, format, most, c.unused, to);
      if (*format == '^') format++;
      format++; // a bracket that comes first is a member
      while (*format && *format != ']')
        format++;
      if (*format) format++;
      break;
    case 'n':
      if (!text || c.size != sizeof(int)) __kleene_beyond();
      if (!c.unused) *(int *)to = (int)(*text - begin);
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
  return scan(__kleene_scan_from(stream), 0, format, arguments);
}

int vscanf(const char *format, __builtin_va_list arguments) {
  return scan(0, 0, format, arguments);
}

int vsscanf(const char *text, const char *format, __builtin_va_list arguments) {
  return scan(0, __kleene_scan_text(&text), format, arguments);
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


ssize_t read(int file, void *to, size_t size) {
  unsigned char *bytes = to;
  if (file < 0) {
    *__errno_location() = BAD_FILE;
    return -1;
  }
  if (file == 0) read_stdin_by(2);
  ssize_t count = __kleene_input_file_count();
  __VERIFIER_assume(-1 <= count && (count < 0 || (size_t)count <= size));
  if (count < 0) fail();
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
  if (number < 0) fail();
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
  if (count < 0) fail();
  __kleene_reads(from, size);
  return count;
}

long lseek(int file, long offset, int from) {
  if (file == 0) __kleene_beyond();
  long at = __kleene_input_file_position();
  __VERIFIER_assume(-1 <= at);
  if (at < 0) fail();
  return at;
}

// ---- Time, random numbers, processes. Linux counts nanoseconds in 64 bits.

#define LAST_SECOND (sizeof(long) == 4 ? 2147483647L : (long)9223372036LL)

long __kleene_input_time(void);
long time(long *to) {
  long now = __kleene_input_time();
  __VERIFIER_assume(-1 <= now && now <= LAST_SECOND);
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

struct time_of_day {
  long seconds;
  long parts;
};

int gettimeofday(struct time_of_day *now, void *zone) {
  if (zone) __kleene_beyond();
  now->seconds = __kleene_input_time();
  now->parts = __kleene_input_time();
  __VERIFIER_assume(0 <= now->seconds && now->seconds <= LAST_SECOND && 0 <= now->parts && now->parts <= 999999);
  return 0;
}

int clock_gettime(int clock, struct time_of_day *now) {
  int result = __kleene_input_file_written();
  __VERIFIER_assume(result == 0 || result == -1);
  if (result == 0) {
    now->seconds = __kleene_input_time();
    now->parts = __kleene_input_time();
    __VERIFIER_assume(0 <= now->seconds && now->seconds <= LAST_SECOND && 0 <= now->parts && now->parts <= 999999999);
  }
  return result;
}

int nanosleep(const struct time_of_day *wanted, struct time_of_day *left) {
  if (left) __kleene_beyond();
  return zero_or_failure();
}

double difftime(long to, long from) {
  return (double)to - (double)from;
}

struct date {
  int second, minute, hour, day, month, year, day_of_week, day_of_year, is_summer;
  long offset;
  const char *zone;
};

int __kleene_input_date(void);
static int date_part(int least, int most) {
  int part = __kleene_input_date();
  __VERIFIER_assume(least <= part && part <= most);
  return part;
}

// Of a year that an int does not hold there is no date.
static struct date *any_date(const long *when, struct date *to) {
  __kleene_reads(when, sizeof *when);
  if (sizeof *when == 8 && (*when > 67768036191676799LL || *when < -67768040609740800LL)) {
    *__errno_location() = 75;
    return 0;
  }
  to->second = date_part(0, 60);
  to->minute = date_part(0, 59);
  to->hour = date_part(0, 23);
  to->day = date_part(1, 31);
  to->month = date_part(0, 11);
  to->year = date_part(-2147483647 - 1, 2147483647);
  to->day_of_week = date_part(0, 6);
  to->day_of_year = date_part(0, 365);
  to->is_summer = date_part(-1, 1);
  to->offset = 0;
  to->zone = "";
  return to;
}

struct date __kleene_date;

struct date *localtime(const long *when) {
  return any_date(when, &__kleene_date);
}

struct date *gmtime(const long *when) {
  return any_date(when, &__kleene_date);
}

struct date *localtime_r(const long *when, struct date *to) {
  return any_date(when, to);
}

struct date *gmtime_r(const long *when, struct date *to) {
  return any_date(when, to);
}

long mktime(struct date *date) {
  long when = __kleene_input_time();
  __kleene_reads(date, sizeof *date);
  if (date_part(0, 1)) any_date(&when, date);
  return when;
}

// As long as it takes for a year of ten digits; others are refused.
static char *any_date_text(char *to, int most) {
  int length = date_part(0, most);
  if (length == 0) {
    *__errno_location() = 75;
    return 0;
  }
  for (int i = 0; i < length; i++) {
    int c = date_part(1, 255);
    to[i] = (char)c;
  }
  to[length] = 0;
  return to;
}

char __kleene_date_text[64];

char *asctime(const struct date *date) {
  __kleene_reads(date, sizeof *date);
  return any_date_text(__kleene_date_text, 40);
}

char *ctime(const long *when) {
  struct date *date = localtime(when);
  return date ? asctime(date) : 0;
}

char *asctime_r(const struct date *date, char *to) {
  __kleene_reads(date, sizeof *date);
  return any_date_text(to, 25);
}

char *ctime_r(const long *when, char *to) {
  struct date date;
  return localtime_r(when, &date) ? asctime_r(&date, to) : 0;
}

// ---- Texts: of any length that the system allows

enum { LONGEST_TEXT = 131071 };
size_t __kleene_input_text_length(void);
unsigned char __kleene_input_text(void);

static char *any_text(size_t most) {
  size_t length = __kleene_input_text_length();
  __VERIFIER_assume(length <= most);
  char *text = __kleene_object(length + 1);
  for (size_t i = 0; i < length; i++) {
    unsigned char c = __kleene_input_text();
    __VERIFIER_assume(c != 0);
    text[i] = (char)c;
  }
  text[length] = 0;
  return text;
}

size_t strftime(char *to, size_t size, const char *format, const struct date *date) {
  size_t length = __kleene_input_text_length();
  __VERIFIER_assume(length < size || (length == 0 && size == 0));
  __kleene_reads(date, sizeof *date);
  for (size_t i = 0; i < length; i++) {
    unsigned char c = __kleene_input_text();
    __VERIFIER_assume(c != 0);
    to[i] = (char)c;
  }
  if (size) to[length] = 0;
  return length;
}

char *strerror(int error) {
  return any_text(63);
}

// The environment: it gives the same each time. Not static: functions without body may change it.
struct __kleene_variable {
  char *name;
  char *value;
  struct __kleene_variable *next;
};
struct __kleene_variable *__kleene_variables;
int __kleene_input_text_is_there(void);

static char *value_of(const char *name, size_t length) {
  for (struct __kleene_variable *v = __kleene_variables; v; v = v->next) {
    size_t i = 0;
    while (v->name[i] && v->name[i] == name[i])
      i++;
    if (v->name[i] == name[i]) return v->value;
  }
  struct __kleene_variable *added = __kleene_object(sizeof *added);
  added->name = __kleene_object(length + 1);
  for (size_t i = 0; i <= length; i++)
    added->name[i] = name[i];
  int set = __kleene_input_text_is_there();
  __VERIFIER_assume(set == 0 || set == 1);
  added->value = set ? any_text(LONGEST_TEXT) : 0;
  added->next = __kleene_variables;
  __kleene_variables = added;
  return added->value;
}

char *getenv(const char *name) {
  size_t length = 0;
  while (name[length])
    length++;
  return value_of(name, length);
}

char *secure_getenv(const char *name) {
  return getenv(name);
}

static char *copy_of(const char *text) {
  size_t length = 0;
  while (text[length])
    length++;
  char *copy = __kleene_object(length + 1);
  for (size_t i = 0; i <= length; i++)
    copy[i] = text[i];
  return copy;
}

static int is_variable_name(const char *name, size_t *length) {
  for (*length = 0; name[*length]; ++*length)
    if (name[*length] == '=') return 0;
  return *length > 0;
}

// Space may run out.
static int set_variable(const char *name, const char *value, int overwrite) {
  size_t length;
  if (!name || !is_variable_name(name, &length)) {
    *__errno_location() = 22;
    return -1;
  }
  int works = !value || __kleene_input_text_is_there();
  __VERIFIER_assume(works == 0 || works == 1);
  if (!works) {
    *__errno_location() = 12;
    return -1;
  }
  if (value_of(name, length) && !overwrite) return 0;
  for (struct __kleene_variable *v = __kleene_variables; v; v = v->next) {
    size_t i = 0;
    while (v->name[i] && v->name[i] == name[i])
      i++;
    if (v->name[i] != name[i]) continue;
    v->value = value ? copy_of(value) : 0;
    return 0;
  }
  return 0;
}

int setenv(const char *name, const char *value, int overwrite) {
  __kleene_reads(value, 1);
  return set_variable(name, value, overwrite);
}

int unsetenv(const char *name) {
  return set_variable(name, 0, 1);
}

char *getcwd(char *to, size_t size) {
  if (!to) __kleene_beyond();
  int fits = __kleene_input_text_is_there();
  __VERIFIER_assume(fits == 0 || (fits == 1 && size > 1));
  if (!fits) return 0;
  size_t length = __kleene_input_text_length();
  __VERIFIER_assume(1 <= length && length < size);
  for (size_t i = 0; i < length; i++) {
    unsigned char c = i == 0 ? '/' : __kleene_input_text();
    __VERIFIER_assume(c != 0);
    to[i] = (char)c;
  }
  to[length] = 0;
  return to;
}

int __kleene_input_user(void);
int __kleene_user = -1;

static int user(void) {
  if (__kleene_user < 0) __kleene_user = __kleene_input_user();
  __VERIFIER_assume(0 <= __kleene_user);
  return __kleene_user;
}

unsigned getuid(void) {
  return (unsigned)user();
}

unsigned geteuid(void) {
  return (unsigned)user();
}

int getppid(void) {
  int parent = __kleene_input_getpid();
  __VERIFIER_assume(0 <= parent);
  return parent;
}
