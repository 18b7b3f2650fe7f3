// SPDX-License-Identifier: Apache-2.0
// Models of libc functions, as C that the front end reads like any other file, when a program calls
// one of these functions without defining it. Each does exactly what glibc does in the C locale, or
// what the standard leaves open in the way of glibc; what depends on the world outside (files, time,
// the environment, random numbers) has no model here.
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;

void *malloc(size_t size);
void *realloc(void *old, size_t size);
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *s, int c, size_t n);

// ---- errno. Not static: functions without body may write it.

_Thread_local int __kleene_errno;

int *__errno_location(void) {
  return &__kleene_errno;
}

enum { INVALID_ARGUMENT = 22, OUT_OF_DOMAIN = 33, OUT_OF_RANGE = 34 };

// ---- Integers

int abs(int x) {
  return x < 0 ? -x : x;
}

long labs(long x) {
  return x < 0 ? -x : x;
}

long long llabs(long long x) {
  return x < 0 ? -x : x;
}

__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ x) {
  return x < 0 ? -x : x;
}

struct int_division {
  int quotient, rest;
};
struct long_division {
  long quotient, rest;
};
struct long_long_division {
  long long quotient, rest;
};

struct int_division div(int a, int b) {
  struct int_division result = {a / b, a % b};
  return result;
}

struct long_division ldiv(long a, long b) {
  struct long_division result = {a / b, a % b};
  return result;
}

struct long_long_division lldiv(long long a, long long b) {
  struct long_long_division result = {a / b, a % b};
  return result;
}

// ---- Bits: the built-ins of gcc. Without loops, which engines would have to unwind.

int __kleene_builtin_popcountll(unsigned long long x) {
  x = x - ((x >> 1) & 0x5555555555555555ULL);
  x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
  return (x * 0x0101010101010101ULL) >> 56;
}

int __kleene_builtin_popcountl(unsigned long x) {
  return __kleene_builtin_popcountll(x);
}

int __kleene_builtin_popcount(unsigned x) {
  return __kleene_builtin_popcountll(x);
}

int __kleene_builtin_parityll(unsigned long long x) {
  return __kleene_builtin_popcountll(x) & 1;
}

int __kleene_builtin_parityl(unsigned long x) {
  return __kleene_builtin_popcountll(x) & 1;
}

int __kleene_builtin_parity(unsigned x) {
  return __kleene_builtin_popcountll(x) & 1;
}

// The zeros below the lowest one are those bits that x - 1 has and x has not.
int __kleene_builtin_ctzll(unsigned long long x) {
  if (x == 0) __builtin_unreachable();
  return __kleene_builtin_popcountll(~x & (x - 1));
}

int __kleene_builtin_ctzl(unsigned long x) {
  return __kleene_builtin_ctzll(x);
}

int __kleene_builtin_ctz(unsigned x) {
  return __kleene_builtin_ctzll(x);
}

// With everything below the highest one filled up, what is left are the zeros above it.
int __kleene_builtin_clzll(unsigned long long x) {
  if (x == 0) __builtin_unreachable();
  x |= x >> 1;
  x |= x >> 2;
  x |= x >> 4;
  x |= x >> 8;
  x |= x >> 16;
  x |= x >> 32;
  return __kleene_builtin_popcountll(~x);
}

int __kleene_builtin_clzl(unsigned long x) {
  return __kleene_builtin_clzll(x) - (64 - 8 * (int)sizeof x);
}

int __kleene_builtin_clz(unsigned x) {
  return __kleene_builtin_clzll(x) - 32;
}

// The bits after the sign that repeat it.
int __kleene_builtin_clrsbll(long long x) {
  unsigned long long bits = x < 0 ? ~x : x;
  return bits == 0 ? 63 : __kleene_builtin_clzll(bits) - 1;
}

int __kleene_builtin_clrsbl(long x) {
  return __kleene_builtin_clrsbll(x) - (64 - 8 * (int)sizeof x);
}

int __kleene_builtin_clrsb(int x) {
  return __kleene_builtin_clrsbll(x) - 32;
}

int ffsll(long long x) {
  return x == 0 ? 0 : __kleene_builtin_ctzll(x) + 1;
}

int ffsl(long x) {
  return ffsll(x);
}

int ffs(int x) {
  return ffsll(x);
}

// ---- Characters: the table of glibc, which its macros use too. It is defined from -128 to 255.

enum {
  UPPER = 0x100,
  LOWER = 0x200,
  ALPHA = 0x400,
  DIGIT = 0x800,
  XDIGIT = 0x1000,
  SPACE = 0x2000,
  PRINT = 0x4000,
  GRAPH = 0x8000,
  BLANK = 0x1,
  CNTRL = 0x2,
  PUNCT = 0x4,
  ALNUM = 0x8,
  LETTER = ALPHA | ALNUM | GRAPH | PRINT,
  SIGN = PUNCT | GRAPH | PRINT
};

static const unsigned short character_classes[384] = {
    [128 + 0 ... 128 + 8] = CNTRL,
    [128 + '\t'] = CNTRL | SPACE | BLANK,
    [128 + '\n' ... 128 + '\r'] = CNTRL | SPACE,
    [128 + 14 ... 128 + 31] = CNTRL,
    [128 + ' '] = SPACE | BLANK | PRINT,
    [128 + '!' ... 128 + '/'] = SIGN,
    [128 + '0' ... 128 + '9'] = DIGIT | XDIGIT | ALNUM | GRAPH | PRINT,
    [128 + ':' ... 128 + '@'] = SIGN,
    [128 + 'A' ... 128 + 'F'] = UPPER | XDIGIT | LETTER,
    [128 + 'G' ... 128 + 'Z'] = UPPER | LETTER,
    [128 + '[' ... 128 + '`'] = SIGN,
    [128 + 'a' ... 128 + 'f'] = LOWER | XDIGIT | LETTER,
    [128 + 'g' ... 128 + 'z'] = LOWER | LETTER,
    [128 + '{' ... 128 + '~'] = SIGN,
    [128 + 127] = CNTRL,
};
static const unsigned short *character_class = character_classes + 128;

const unsigned short **__ctype_b_loc(void) {
  return &character_class;
}

int isalnum(int c) {
  return character_class[c] & ALNUM;
}

int isalpha(int c) {
  return character_class[c] & ALPHA;
}

int isblank(int c) {
  return character_class[c] & BLANK;
}

int iscntrl(int c) {
  return character_class[c] & CNTRL;
}

int isdigit(int c) {
  return character_class[c] & DIGIT;
}

int isgraph(int c) {
  return character_class[c] & GRAPH;
}

int islower(int c) {
  return character_class[c] & LOWER;
}

int isprint(int c) {
  return character_class[c] & PRINT;
}

int ispunct(int c) {
  return character_class[c] & PUNCT;
}

int isspace(int c) {
  return character_class[c] & SPACE;
}

int isupper(int c) {
  return character_class[c] & UPPER;
}

int isxdigit(int c) {
  return character_class[c] & XDIGIT;
}

int isascii(int c) {
  return (c & ~127) == 0;
}

int toascii(int c) {
  return c & 127;
}

int toupper(int c) {
  return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

int tolower(int c) {
  return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

// ---- Bytes

int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *p = a;
  const unsigned char *q = b;
  for (size_t i = 0; i < n; i++)
    if (p[i] != q[i]) return p[i] - q[i];
  return 0;
}

void *memchr(const void *s, int c, size_t n) {
  const unsigned char *p = s;
  for (size_t i = 0; i < n; i++)
    if (p[i] == (unsigned char)c) return (void *)(p + i);
  return 0;
}

void *memrchr(const void *s, int c, size_t n) {
  const unsigned char *p = s;
  while (n > 0) {
    n--;
    if (p[n] == (unsigned char)c) return (void *)(p + n);
  }
  return 0;
}

void *memccpy(void *to, const void *from, int c, size_t n) {
  unsigned char *p = to;
  const unsigned char *q = from;
  for (size_t i = 0; i < n; i++) {
    p[i] = q[i];
    if (q[i] == (unsigned char)c) return p + i + 1;
  }
  return 0;
}

int bcmp(const void *a, const void *b, size_t n) {
  return memcmp(a, b, n);
}

void bcopy(const void *from, void *to, size_t n) {
  memmove(to, from, n);
}

void bzero(void *s, size_t n) {
  memset(s, 0, n);
}

void swab(const void *from, void *to, ssize_t n) {
  const char *p = from;
  char *q = to;
  for (ssize_t i = 0; i + 1 < n; i += 2) {
    char first = p[i];
    q[i] = p[i + 1];
    q[i + 1] = first;
  }
}

// ---- Strings

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}

size_t strnlen(const char *s, size_t limit) {
  size_t n = 0;
  while (n < limit && s[n])
    n++;
  return n;
}

char *stpcpy(char *to, const char *from) {
  size_t i = 0;
  while (from[i]) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to + i;
}

char *strcpy(char *to, const char *from) {
  stpcpy(to, from);
  return to;
}

char *stpncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  while (i < n && from[i]) {
    to[i] = from[i];
    i++;
  }
  char *end = to + i;
  for (; i < n; i++)
    to[i] = 0;
  return end;
}

char *strncpy(char *to, const char *from, size_t n) {
  stpncpy(to, from, n);
  return to;
}

char *strcat(char *to, const char *from) {
  stpcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *to, const char *from, size_t n) {
  char *end = to + strlen(to);
  size_t i = 0;
  while (i < n && from[i]) {
    end[i] = from[i];
    i++;
  }
  end[i] = 0;
  return to;
}

int strcmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && a[i] == b[i])
    i++;
  return (unsigned char)a[i] - (unsigned char)b[i];
}

int strncmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!a[i] || a[i] != b[i]) return (unsigned char)a[i] - (unsigned char)b[i];
  return 0;
}

int strcoll(const char *a, const char *b) {
  return strcmp(a, b);
}

int strcasecmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && tolower((unsigned char)a[i]) == tolower((unsigned char)b[i]))
    i++;
  return tolower((unsigned char)a[i]) - tolower((unsigned char)b[i]);
}

int strncasecmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int difference = tolower((unsigned char)a[i]) - tolower((unsigned char)b[i]);
    if (!a[i] || difference != 0) return difference;
  }
  return 0;
}

char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c)
    s++;
  return (char *)s;
}

char *strchr(const char *s, int c) {
  char *found = strchrnul(s, c);
  return *found == (char)c ? found : 0;
}

char *strrchr(const char *s, int c) {
  const char *found = 0;
  for (;; s++) {
    if (*s == (char)c) found = s;
    if (!*s) return (char *)found;
  }
}

char *index(const char *s, int c) {
  return strchr(s, c);
}

char *rindex(const char *s, int c) {
  return strrchr(s, c);
}

char *strstr(const char *text, const char *word) {
  for (;; text++) {
    size_t i = 0;
    while (word[i] && text[i] == word[i])
      i++;
    if (!word[i]) return (char *)text;
    if (!text[i]) return 0;
  }
}

size_t strspn(const char *s, const char *accept) {
  size_t n = 0;
  while (s[n] && strchr(accept, s[n]))
    n++;
  return n;
}

size_t strcspn(const char *s, const char *reject) {
  size_t n = 0;
  while (s[n] && !strchr(reject, s[n]))
    n++;
  return n;
}

char *strpbrk(const char *s, const char *accept) {
  s += strcspn(s, accept);
  return *s ? (char *)s : 0;
}

char *strsep(char **text, const char *separators) {
  char *begin = *text;
  if (begin == 0) return 0;
  char *end = begin + strcspn(begin, separators);
  if (*end) {
    *end = 0;
    *text = end + 1;
  } else {
    *text = 0;
  }
  return begin;
}

char *strtok_r(char *s, const char *separators, char **rest) {
  if (s == 0) s = *rest;
  s += strspn(s, separators);
  char *end = s + strcspn(s, separators);
  *rest = end;
  if (end == s) return 0;
  if (*end) {
    *end = 0;
    *rest = end + 1;
  }
  return s;
}

char *strtok(char *s, const char *separators) {
  static char *rest;
  return strtok_r(s, separators, &rest);
}

char *strndup(const char *s, size_t limit) {
  size_t n = strnlen(s, limit);
  char *copy = malloc(n + 1);
  if (copy == 0) return 0;
  memcpy(copy, s, n);
  copy[n] = 0;
  return copy;
}

char *strdup(const char *s) {
  size_t size = strlen(s) + 1;
  char *copy = malloc(size);
  return copy == 0 ? 0 : memcpy(copy, s, size);
}

// ---- Numbers in strings

static int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 36;
}

// The number at the start of `s`, of a type whose unsigned form goes up to `max`. Out of range: the
// nearest limit, and errno. The end is where the number ends, `s` if there is none.
static unsigned long long
number(const char *s, char **end, int base, int is_signed, unsigned long long max) {
  if (base < 0 || base == 1 || base > 36) {
    __kleene_errno = INVALID_ARGUMENT;
    return 0;
  }
  const char *p = s;
  while (*p == ' ' || (*p >= '\t' && *p <= '\r'))
    p++;
  int negative = *p == '-';
  if (*p == '-' || *p == '+') p++;
  if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')
      && digit_value(p[2]) < 16) {
    p += 2;
    base = 16;
  }
  if (base == 0) base = *p == '0' ? 8 : 10;
  unsigned long long limit = is_signed ? max / 2 + negative : max;
  unsigned long long value = 0;
  int overflow = 0;
  const char *digits = p;
  for (int digit = digit_value(*p); digit < base; digit = digit_value(*p)) {
    if (value > limit / base || value * base > limit - digit) overflow = 1;
    if (!overflow) value = value * base + digit;
    p++;
  }
  if (end) *end = (char *)(p == digits ? s : p);
  if (overflow) {
    __kleene_errno = OUT_OF_RANGE;
    value = limit;
    if (!is_signed) return value;
  }
  return negative ? -value : value;
}

long strtol(const char *s, char **end, int base) {
  return number(s, end, base, 1, -1UL);
}

unsigned long strtoul(const char *s, char **end, int base) {
  return number(s, end, base, 0, -1UL);
}

long long strtoll(const char *s, char **end, int base) {
  return number(s, end, base, 1, -1ULL);
}

unsigned long long strtoull(const char *s, char **end, int base) {
  return number(s, end, base, 0, -1ULL);
}

long atol(const char *s) {
  return strtol(s, 0, 10);
}

long long atoll(const char *s) {
  return strtoll(s, 0, 10);
}

int atoi(const char *s) {
  return (int)strtol(s, 0, 10);
}

// A number with a point and an exponent. What has few digits is computed exactly: both operands of the last step are exact, so it rounds
// once. Nobody knows the others, but for where they end.
struct decimal {
  int negative;
  int exact;
  unsigned long long digits;
  int scale; // times 10 to the power of this
  const char *end;
};

double __CPROVER_uninterpreted_number(const char *text);
float __CPROVER_uninterpreted_short_number(const char *text);
int __CPROVER_uninterpreted_number_is_out_of_range(const char *text);

enum { FAR_EXPONENT = 100000 };

static const char *behind_word(const char *p, const char *word) {
  while (*word && (*p | 32) == *word) {
    p++;
    word++;
  }
  return *word ? 0 : p;
}

static int is_base(char c, int base) {
  return digit_value(c) < base;
}

static const char *read_exponent(const char *p, char letter, int *exponent) {
  *exponent = 0;
  if ((*p | 32) != letter) return p;
  const char *digits = p + 1 + (p[1] == '+' || p[1] == '-');
  if (!is_base(*digits, 10)) return p;
  while (is_base(*digits, 10)) {
    if (*exponent < FAR_EXPONENT) *exponent = 10 * *exponent + digit_value(*digits);
    digits++;
  }
  if (p[1] == '-') *exponent = -*exponent;
  return digits;
}

static void read_words(const char *p, struct decimal *d) {
  const char *behind = behind_word(p, "infinity");
  if (!behind) behind = behind_word(p, "inf");
  if (!behind && (behind = behind_word(p, "nan")) && *behind == '(') {
    const char *inside = behind + 1;
    while (is_base(*inside, 36) || *inside == '_')
      inside++;
    if (*inside == ')') behind = inside + 1;
  }
  d->exact = !behind;
  if (behind) d->end = behind;
}

static void read_float(const char *s, struct decimal *d) {
  const char *p = s;
  while (*p == ' ' || (*p >= '\t' && *p <= '\r'))
    p++;
  d->negative = *p == '-';
  d->exact = 1;
  d->digits = 0;
  d->scale = 0;
  d->end = s;
  if (*p == '-' || *p == '+') p++;
  int base = 10;
  if (p[0] == '0' && (p[1] | 32) == 'x' && (is_base(p[2], 16) || (p[2] == '.' && is_base(p[3], 16)))) {
    base = 16;
    d->exact = 0;
    p += 2;
  }
  if (!is_base(*p, base) && !(*p == '.' && is_base(p[1], base))) {
    read_words(p, d);
    return;
  }
  int point = 0;
  for (; is_base(*p, base) || (*p == '.' && !point); p++) {
    if (*p == '.') {
      point = 1;
      continue;
    }
    if (d->digits >= 100000000000000 || d->scale < -1000) d->exact = 0;
    if (d->exact) d->digits = 10 * d->digits + digit_value(*p);
    if (d->exact) d->scale -= point;
  }
  int exponent;
  d->end = read_exponent(p, base == 16 ? 'p' : 'e', &exponent);
  d->scale += exponent;
  if (d->digits == 0) d->scale = 0;
}

static void note_unknown_range(const char *s) {
  if (__CPROVER_uninterpreted_number_is_out_of_range(s)) __kleene_errno = OUT_OF_RANGE;
}

double strtod(const char *s, char **end) {
  struct decimal d;
  read_float(s, &d);
  if (end) *end = (char *)d.end;
  if (!d.exact || d.scale < -22 || d.scale > 22) {
    note_unknown_range(s);
    return __CPROVER_uninterpreted_number(s);
  }
  double power = 1;
  for (int i = d.scale < 0 ? -d.scale : d.scale; i > 0; i--)
    power *= 10;
  double value = d.scale < 0 ? (double)d.digits / power : (double)d.digits * power;
  return d.negative ? -value : value;
}

float strtof(const char *s, char **end) {
  struct decimal d;
  read_float(s, &d);
  if (end) *end = (char *)d.end;
  if (!d.exact || d.digits >= 16777216 || d.scale < -10 || d.scale > 10) {
    note_unknown_range(s);
    return __CPROVER_uninterpreted_short_number(s);
  }
  float power = 1;
  for (int i = d.scale < 0 ? -d.scale : d.scale; i > 0; i--)
    power *= 10;
  float value = d.scale < 0 ? (float)d.digits / power : (float)d.digits * power;
  return d.negative ? -value : value;
}

double atof(const char *s) {
  return strtod(s, 0);
}

// ---- Searching and sorting

// What C leaves open: true if another library than the usual one does something else.
_Bool __kleene_choice(void);
int __kleene_overflows_count(void);
void __VERIFIER_assume(int condition);

static const char *any_element(const void *array, size_t count, size_t size) {
  const char *element = array;
  for (size_t i = 1; i < count && __kleene_choice(); i++)
    element += size;
  return element;
}

// Some library compares these elements: an overflow there is one of the program. The execution goes no further.
static void
compare_any(const void *first, const void *second, int (*compare)(const void *, const void *)) {
  compare(first, second);
  __VERIFIER_assume(0);
}

void *bsearch(const void *key,
              const void *array,
              size_t count,
              size_t size,
              int (*compare)(const void *, const void *)) {
  if (__kleene_overflows_count() && count > 0 && __kleene_choice())
    compare_any(key, any_element(array, count, size), compare);
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    char *element = (char *)array + middle * size;
    int order = compare(key, element);
    if (order == 0) return element;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return 0;
}

// May another library give these two, which are equal to the comparison, another order?
static int may_change_places(const char *left, const char *right, size_t size) {
  for (size_t k = 0; k < size; k++)
    if (left[k] != right[k]) return __kleene_choice();
  return 0;
}

// Insertion: equal elements come in any order; with the merge sort of glibc they keep theirs.
void qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  if (__kleene_overflows_count() && count > 1 && __kleene_choice())
    compare_any(any_element(array, count, size), any_element(array, count, size), compare);
  for (size_t i = 1; i < count; i++) {
    for (size_t j = i; j > 0; j--) {
      char *right = (char *)array + j * size;
      char *left = right - size;
      int order = compare(left, right);
      if (order < 0 || (order == 0 && !may_change_places(left, right, size))) break;
      for (size_t k = 0; k < size; k++) {
        char byte = left[k];
        left[k] = right[k];
        right[k] = byte;
      }
    }
  }
}

// ---- Verification

unsigned char __VERIFIER_nondet_uchar(void);

void __VERIFIER_nondet_memory(void *memory, size_t size) {
  unsigned char *bytes = memory;
  for (size_t i = 0; i < size; i++)
    bytes[i] = __VERIFIER_nondet_uchar();
}

// ---- <math.h>. Exact, unless it says otherwise; what the compiler knows as one operation is in math_functions.cpp.
// A NaN that comes out has unknown sign and payload (`x + x`).

unsigned long long __kleene_bits(double x);
double __kleene_float(unsigned long long bits);
unsigned __kleene_bitsf(float x);
float __kleene_floatf(unsigned bits);
double __kleene_any_double(void);

double trunc(double x) {
  unsigned long long u = __kleene_bits(x);
  int e = (int)(u >> 52 & 0x7ff) - 1023;
  if (e >= 52) return e == 1024 ? x + x : x;
  if (e < 0) return __kleene_float(u & 1ULL << 63);
  return __kleene_float(u & ~(0xfffffffffffffULL >> e));
}

double floor(double x) {
  double t = trunc(x);
  return t > x ? t - 1 : t;
}

double ceil(double x) {
  double t = trunc(x);
  return t < x ? t + 1 : t;
}

double round(double x) {
  double t = trunc(x);
  double d = x - t;
  if (d >= 0.5) return t + 1;
  return d <= -0.5 ? t - 1 : t;
}

double rint(double x) {
  double t = trunc(x);
  double d = x - t;
  int odd = trunc(t / 2) * 2 != t;
  if (d > 0.5 || (d == 0.5 && odd)) return t + 1;
  return d < -0.5 || (d == -0.5 && odd) ? t - 1 : t;
}

double nearbyint(double x) {
  return rint(x);
}

double roundeven(double x) {
  return rint(x);
}

// A float is a double, and the results are floats again.
float truncf(float x) {
  return (float)trunc(x);
}

float floorf(float x) {
  return (float)floor(x);
}

float ceilf(float x) {
  return (float)ceil(x);
}

float roundf(float x) {
  return (float)round(x);
}

float rintf(float x) {
  return (float)rint(x);
}

float nearbyintf(float x) {
  return (float)rint(x);
}

// Arguments or results out of range may be noted in errno.
static void may_set_errno(void) {
  if (__kleene_choice()) __kleene_errno = __kleene_choice() ? OUT_OF_RANGE : OUT_OF_DOMAIN;
}

static int signals(double x) {
  return x != x && !(__kleene_bits(x) >> 51 & 1);
}

static int signalsf(float x) {
  return x != x && !(__kleene_bitsf(x) >> 22 & 1);
}

// Of two zeros, either; of a signalling NaN and a number, the number or NaN.
double fmax(double x, double y) {
  if (x > y) return x;
  if (x < y) return y;
  if ((signals(x) || signals(y)) && !__kleene_choice()) return x + y;
  if (x != x) return y;
  if (y != y) return x;
  return __kleene_choice() ? x : y;
}

double fmin(double x, double y) {
  if (x < y) return x;
  if (x > y) return y;
  if ((signals(x) || signals(y)) && !__kleene_choice()) return x + y;
  if (x != x) return y;
  if (y != y) return x;
  return __kleene_choice() ? x : y;
}

float fmaxf(float x, float y) {
  if (x > y) return x;
  if (x < y) return y;
  if ((signalsf(x) || signalsf(y)) && !__kleene_choice()) return x + y;
  if (x != x) return y;
  if (y != y) return x;
  return __kleene_choice() ? x : y;
}

float fminf(float x, float y) {
  if (x < y) return x;
  if (x > y) return y;
  if ((signalsf(x) || signalsf(y)) && !__kleene_choice()) return x + y;
  if (x != x) return y;
  if (y != y) return x;
  return __kleene_choice() ? x : y;
}

double fdim(double x, double y) {
  may_set_errno();
  return x <= y ? 0 : x - y;
}

float fdimf(float x, float y) {
  may_set_errno();
  return x <= y ? 0 : x - y;
}

double modf(double x, double *whole) {
  unsigned long long sign = __kleene_bits(x) & 1ULL << 63;
  double t = trunc(x);
  *whole = t;
  if (x != x) return x + x;
  double rest = x == t ? 0 : x - t;
  return __kleene_float((__kleene_bits(rest) & ~(1ULL << 63)) | sign);
}

float modff(float x, float *whole) {
  double t = 0;
  double rest = modf(x, &t);
  *whole = (float)t;
  return (float)rest;
}

double frexp(double x, int *exponent) {
  unsigned long long u = __kleene_bits(x);
  int e = (int)(u >> 52 & 0x7ff);
  *exponent = 0;
  if (x == 0 || e == 0x7ff) return x + x;
  int more = 0;
  if (e == 0) {
    u = __kleene_bits(x * 0x1p54);
    e = (int)(u >> 52 & 0x7ff);
    more = 54;
  }
  *exponent = e - 1022 - more;
  return __kleene_float((u & ~(0x7ffULL << 52)) | 1022ULL << 52);
}

float frexpf(float x, int *exponent) {
  return (float)frexp(x, exponent);
}

static double power_of_two(int n) {
  return __kleene_float((unsigned long long)(n + 1023) << 52);
}

// Rounded once: a result that may be subnormal comes from the last factor alone.
double scalbn(double x, int n) {
  may_set_errno();
  if (n > 1023) {
    x *= 0x1p1023;
    n -= 1023;
    if (n > 1023) {
      x *= 0x1p1023;
      n -= 1023;
      if (n > 1023) n = 1023;
    }
  } else if (n < -1022) {
    x *= 0x1p-1022 * 0x1p53;
    n += 1022 - 53;
    if (n < -1022) {
      x *= 0x1p-1022 * 0x1p53;
      n += 1022 - 53;
      if (n < -1022) n = -1022;
    }
  }
  return x * power_of_two(n);
}

double ldexp(double x, int n) {
  return scalbn(x, n);
}

float scalbnf(float x, int n) {
  return (float)scalbn(x, n);
}

float ldexpf(float x, int n) {
  return (float)scalbn(x, n);
}

double nextafter(double x, double y) {
  may_set_errno();
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  unsigned long long u = __kleene_bits(x);
  if (x == 0) return __kleene_float((__kleene_bits(y) & 1ULL << 63) | 1);
  return __kleene_float((x < y) == (x > 0) ? u + 1 : u - 1);
}

float nextafterf(float x, float y) {
  may_set_errno();
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  unsigned u = __kleene_bitsf(x);
  if (x == 0) return __kleene_floatf((__kleene_bitsf(y) & 1U << 31) | 1);
  return __kleene_floatf((x < y) == (x > 0) ? u + 1 : u - 1);
}

double fmod(double x, double y);

// Of a rest of zero, glibc forgets the sign where the divisor is about subnormal.
static double signed_rest(double x, double a, double size) {
  unsigned long long sign = __kleene_bits(x) & 1ULL << 63;
  if (a == 0 && size < 0x1p-1000 && __kleene_choice()) sign ^= 1ULL << 63;
  if (a == 0) return __kleene_float(sign);
  return __kleene_bits(x) >> 63 ? -a : a;
}

double remainder(double x, double y) {
  may_set_errno();
  if (x != x || y != y || y == 0 || x - x != 0) return (x * y) / (x * y);
  double size = y < 0 ? -y : y;
  double r = size < 0x1p1023 ? fmod(x, 2 * size) : x;
  double a = r < 0 ? -r : r;
  if (size < 0x1p-1020) {
    if (a + a > size) {
      a -= size;
      if (a + a >= size) a -= size;
    }
  } else {
    double half = 0.5 * size;
    if (a > half) {
      a -= size;
      if (a >= half) a -= size;
    }
  }
  return signed_rest(x, a, size);
}

float remainderf(float x, float y) {
  return (float)remainder(x, y);
}

// x * y + z, rounded once. Numbers are m * 2^e with 52 bits behind the leading one of m.
struct scaled {
  unsigned long long m;
  int e;
};

static struct scaled scaled(double x) {
  unsigned long long u = __kleene_bits(x) & ~(1ULL << 63);
  int more = 0;
  if (u >> 52 == 0) {
    u = __kleene_bits(x * 0x1p54) & ~(1ULL << 63);
    more = 54;
  }
  struct scaled result = {(u & 0xfffffffffffffULL) | 1ULL << 52, (int)(u >> 52) - 1075 - more};
  return result;
}

// Numbers of 128 bits.
struct wide {
  unsigned long long high, low;
};

static struct wide wide_product(unsigned long long x, unsigned long long y) {
  unsigned long long a = x >> 32, b = x & 0xffffffffULL, c = y >> 32, d = y & 0xffffffffULL;
  unsigned long long middle = a * d + (b * d >> 32); // fewer than 53 bits each: nothing is lost
  unsigned long long other = b * c + (middle & 0xffffffffULL);
  struct wide result = {a * c + (middle >> 32) + (other >> 32), x * y};
  return result;
}

static struct wide wide_left(struct wide x, int by) {
  if (by >= 64) {
    x.high = x.low;
    x.low = 0;
    by -= 64;
  }
  struct wide result = {x.high << by | x.low >> 1 >> (63 - by), x.low << by};
  return result;
}

// The last bit is one if a one was lost.
static struct wide wide_right(struct wide x, int by) {
  for (; by >= 64 && (x.high | x.low) > 1; by -= 64) {
    x.low = x.high | (x.low != 0);
    x.high = 0;
  }
  if (by == 0 || (x.high | x.low) <= 1) return x;
  unsigned long long lost = x.low << (64 - by);
  struct wide result = {x.high >> by, x.low >> by | x.high << (64 - by) | (lost != 0)};
  return result;
}

static int wide_less(struct wide x, struct wide y) {
  return x.high < y.high || (x.high == y.high && x.low < y.low);
}

// x * 2^e, to nearest, ties to even. x is not zero.
static unsigned long long wide_rounded(struct wide x, int e) {
  for (int by = 64; by > 0; by >>= 1)
    if (by == 64 ? x.high == 0 : x.high >> (64 - by) == 0) {
      x = wide_left(x, by);
      e -= by;
    }
  // The leading one is the first bit: its exponent is e + 127.
  unsigned long long m = x.high | (x.low != 0);
  int exponent = e + 127 + 1023;
  if (exponent > 2046) return 0x7ffULL << 52;
  int by = 11;
  unsigned long long field = 0;
  if (exponent >= 1) {
    field = (unsigned long long)(exponent - 1) << 52;
  } else {
    by = 12 - exponent;
    if (by > 64) return 0;
  }
  unsigned long long kept = by == 64 ? 0 : m >> by;
  unsigned long long rest = by == 64 ? m : m << (64 - by);
  unsigned long long half = 1ULL << 63;
  if (rest > half || (rest == half && (kept & 1))) kept++;
  return field + kept;
}

double fma(double x, double y, double z) {
  may_set_errno();
  if (x - x != 0 || y - y != 0 || x == 0 || y == 0) return x * y + z;
  if (z - z != 0) return z + z;
  if (z == 0) return x * y;
  struct scaled a = scaled(x), b = scaled(y), c = scaled(z);
  int negative = (x < 0) != (y < 0);
  int other = z < 0;
  struct wide product = wide_left(wide_product(a.m, b.m), 20); // fewer than 127 bits
  struct wide third = {c.m << 9, 0};
  int e = a.e + b.e - 20;
  int distance = c.e - 73 - e;
  if (distance > 0) {
    product = wide_right(product, distance);
    e = c.e - 73;
  } else {
    third = wide_right(third, -distance);
  }
  struct wide sum;
  if (negative == other) {
    sum.low = product.low + third.low;
    sum.high = product.high + third.high + (sum.low < third.low);
  } else {
    if (wide_less(product, third)) {
      struct wide swap = product;
      product = third;
      third = swap;
      negative = other;
    }
    sum.low = product.low - third.low;
    sum.high = product.high - third.high - (product.low < third.low);
    if (sum.high == 0 && sum.low == 0) return 0;
  }
  return __kleene_float(wide_rounded(sum, e) | (unsigned long long)negative << 63);
}

// The product is exact in double. The sum is rounded to odd there, so rounding it again does no harm.
float fmaf(float x, float y, float z) {
  may_set_errno();
  double product = (double)x * y;
  double sum = product + z;
  if (sum - sum != 0) return (float)sum;
  double part = sum - product;
  double lost = (product - (sum - part)) + (z - part);
  if (lost == 0) return (float)sum;
  unsigned long long u = __kleene_bits(sum);
  if (!(u & 1)) u = (lost > 0) == (sum > 0) ? u + 1 : u - 1;
  return (float)__kleene_float(u);
}

// The last three bits of the quotient, or eight, as glibc gives them.
double remquo(double x, double y, int *quotient) {
  may_set_errno();
  *quotient = (int)__kleene_bits(__kleene_any_double());
  if (x != x || y != y || y == 0 || x - x != 0) return (x * y) / (x * y);
  double size = y < 0 ? -y : y;
  int negative = (int)((__kleene_bits(x) ^ __kleene_bits(y)) >> 63);
  double r = size < 0x1p1021 ? fmod(x, 8 * size) : x;
  double a = r < 0 ? -r : r;
  int q = 0;
  if (size < 0x1p1022 && a >= 4 * size) {
    a -= 4 * size;
    q += 4;
  }
  if (size < 0x1p1023 && a >= 2 * size) {
    a -= 2 * size;
    q += 2;
  }
  if (size < 0x1p-1020) {
    if (a + a > size) {
      a -= size;
      q++;
      if (a + a >= size) {
        a -= size;
        q++;
      }
    }
  } else {
    double half = 0.5 * size;
    if (a > half) {
      a -= size;
      q++;
      if (a >= half) {
        a -= size;
        q++;
      }
    }
  }
  if (q == 8 && __kleene_choice()) q = 0;
  *quotient = negative ? -q : q;
  return signed_rest(x, a, size);
}

float remquof(float x, float y, int *quotient) {
  return (float)remquo(x, y, quotient);
}

double logb(double x) {
  may_set_errno();
  if (x - x != 0) return x * x;
  return x == 0 ? -1 / 0.0 : scaled(x).e + 52;
}

float logbf(float x) {
  return (float)logb(x);
}

// Of zero and NaN the least int, of infinities the greatest.
int ilogb(double x) {
  may_set_errno();
  if (x == 0 || x != x) return -2147483647 - 1;
  return x - x != 0 ? 2147483647 : scaled(x).e + 52;
}

int ilogbf(float x) {
  return ilogb(x);
}

double scalbln(double x, long n) {
  return scalbn(x, n > 5000 ? 5000 : n < -5000 ? -5000 : (int)n);
}

float scalblnf(float x, long n) {
  return (float)scalbln(x, n);
}

// Not exact: a value that nobody knows, within bounds that glibc keeps. (x - x is NaN for infinities and NaNs.)
static double within(double low, double high) {
  double r = __kleene_any_double();
  return r >= low && r <= high ? r : low;
}

static double infinity(void) {
  return 1 / 0.0;
}

static double invalid(void) {
  return 0 / 0.0;
}

// Of the sign of x.
static double of_sign(double x, double most) {
  return x > 0 ? within(0, most) : within(-most, -0.0);
}

double sin(double x) {
  may_set_errno();
  if (x == 0) return x;
  return x - x != 0 ? x - x : within(-1, 1);
}

double cos(double x) {
  may_set_errno();
  if (x == 0) return 1;
  return x - x != 0 ? x - x : within(-1, 1);
}

double tan(double x) {
  may_set_errno();
  if (x == 0) return x;
  return x - x != 0 ? x - x : within(-0x1p64, 0x1p64);
}

void sincos(double x, double *sine, double *cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}

double asin(double x) {
  may_set_errno();
  if (x != x || x < -1 || x > 1) return (x - x) / (x - x);
  return x == 0 ? x : of_sign(x, 0x1.921fb6p0);
}

double acos(double x) {
  may_set_errno();
  if (x != x || x < -1 || x > 1) return (x - x) / (x - x);
  if (x == 1) return 0;
  return within(0, x < 0 ? 0x1.921fb6p1 : 0x1.921fb6p0);
}

double atan(double x) {
  if (x == 0 || x != x) return x + x;
  return of_sign(x, 0x1.921fb6p0);
}

double atan2(double y, double x) {
  may_set_errno();
  if (x != x || y != y) return x + y;
  if (y == 0) return within(-0x1.921fb6p1, 0x1.921fb6p1);
  return of_sign(y, x > 0 ? 0x1.921fb6p0 : 0x1.921fb6p1);
}

// b^x for a base above 1; below `end` the result is at most `most`.
static double growth(double x, double end, double most) {
  may_set_errno();
  if (x != x) return x + x;
  if (x == 0) return 1;
  if (x < 0) return within(0, 1);
  return within(1, x < end ? most : infinity());
}

double exp(double x) {
  return growth(x, 709, 0x1.fp1023);
}

double exp2(double x) {
  return growth(x, 1023, 0x1.fp1023);
}

double exp10(double x) {
  return growth(x, 308, 0x1.fp1023);
}

float expf(float x) {
  return (float)growth(x, 88, 0x1.fp127);
}

float exp2f(float x) {
  return (float)growth(x, 127, 0x1.fp127);
}

float exp10f(float x) {
  return (float)growth(x, 38, 0x1.fp127);
}

double expm1(double x) {
  may_set_errno();
  if (x == 0 || x != x) return x + x;
  return x < 0 ? within(-1, -0.0) : within(0, infinity());
}

// Of a positive number below and above 1.
static double logarithm(double x, double least, double most) {
  may_set_errno();
  if (x != x) return x + x;
  if (x < 0) return invalid();
  if (x == 0) return -infinity();
  if (x == 1) return 0;
  if (x < 1) return within(least, 0);
  return x == infinity() ? x : within(0, most);
}

double log(double x) {
  return logarithm(x, -746, 710);
}

double log2(double x) {
  return logarithm(x, -1075, 1024);
}

double log10(double x) {
  return logarithm(x, -324, 309);
}

double log1p(double x) {
  may_set_errno();
  if (x == 0 || x != x) return x + x;
  if (x < -1) return invalid();
  if (x == -1) return -infinity();
  if (x < 0) return within(-746, -0.0);
  return x == infinity() ? x : within(0, 710);
}

double sinh(double x) {
  may_set_errno();
  if (x == 0 || x - x != 0) return x + x;
  return of_sign(x, infinity());
}

double cosh(double x) {
  may_set_errno();
  return x != x ? x + x : within(0.99, infinity());
}

double tanh(double x) {
  if (x == 0 || x != x) return x + x;
  return of_sign(x, 1);
}

double asinh(double x) {
  if (x == 0 || x - x != 0) return x + x;
  return of_sign(x, 711);
}

double acosh(double x) {
  may_set_errno();
  if (x != x) return x + x;
  if (x < 1) return invalid();
  if (x == 1) return 0;
  return x == infinity() ? x : within(0, 711);
}

double atanh(double x) {
  may_set_errno();
  if (x == 0 || x != x) return x + x;
  if (x < -1 || x > 1) return invalid();
  if (x == 1 || x == -1) return x * infinity();
  return of_sign(x, 20);
}

double cbrt(double x) {
  if (x == 0 || x - x != 0) return x + x;
  double size = x < 0 ? -x : x;
  return of_sign(x, size < 1 ? 1.001 : size < 0x1p300 ? size * 0.51 + 0.51 : 0x1p342);
}

// Beside a signalling NaN, what is otherwise known whatever the argument is may be NaN.
double hypot(double x, double y) {
  may_set_errno();
  if ((signals(x) || signals(y)) && __kleene_choice()) return x + y;
  double a = x < 0 ? -x : x;
  double b = y < 0 ? -y : y;
  if (a == infinity() || b == infinity()) return infinity();
  if (a != a || b != b) return x + y;
  if (b > a) {
    double swap = a;
    a = b;
    b = swap;
  }
  if (b == 0) return a + 0.0;
  return within(0.999 * a, 1.001 * a + 1.001 * b);
}

double erf(double x) {
  may_set_errno();
  if (x == 0 || x != x) return x + x;
  return of_sign(x, 1);
}

double erfc(double x) {
  may_set_errno();
  return x != x ? x + x : x < 0 ? within(0.99, 2) : within(0, 1);
}

double tgamma(double x) {
  may_set_errno();
  if (x != x) return x + x;
  return x > 0 ? within(0.885, infinity()) : __kleene_any_double();
}

double lgamma(double x) {
  may_set_errno();
  if (x != x) return x + x;
  return x > 0 ? within(-0.1215, infinity()) : within(-infinity(), infinity());
}

// x^y for a base of this size, neither 0 nor infinite, and a finite exponent that is not 0.
static double power(double size, double y, double slack, int negative) {
  double square = size * size;
  double least = slack > 0x1p-30 ? 0x1p-120 : 0x1p-900; // of squares that float and double hold in full
  double low = 0;
  double high = 1;
  if (y == 1) {
    low = high = size;
  } else if (y == 2 && square > least && square < 1 / least) {
    low = square - square * slack;
    high = square + square * slack;
  } else if (size == 1) {
    low = 1;
  } else if ((size > 1) == (y > 0)) {
    low = 1;
    high = infinity();
  }
  return negative ? within(-high, -low) : within(low, high);
}

// A square differs from the product by so much at most, relatively.
static double raised(double x, double y, double slack) {
  may_set_errno();
  if (y == 0 || x == 1) return 1;
  if (x != x || y != y) return x + y;
  double size = x < 0 ? -x : x;
  double extent = y < 0 ? -y : y;
  if (extent == infinity()) return size == 1 ? 1 : (size > 1) == (y > 0) ? infinity() : 0;
  int whole = trunc(y) == y;
  int odd = whole && extent < 0x1p53 && trunc(y / 2) * 2 != y;
  int negative = odd && __kleene_bits(x) >> 63;
  if (size == 0 || size == infinity()) {
    double r = (size == 0) == (y < 0) ? infinity() : 0;
    return negative ? -r : r;
  }
  return x < 0 && !whole ? invalid() : power(size, y, slack, negative);
}

double pow(double x, double y) {
  if ((signals(x) || signals(y)) && __kleene_choice()) return x + y;
  return raised(x, y, 0x1p-51);
}

float sinf(float x) {
  return (float)sin(x);
}

float cosf(float x) {
  return (float)cos(x);
}

float tanf(float x) {
  return (float)tan(x);
}

float asinf(float x) {
  return (float)asin(x);
}

float acosf(float x) {
  return (float)acos(x);
}

float atanf(float x) {
  return (float)atan(x);
}

float expm1f(float x) {
  return (float)expm1(x);
}

float logf(float x) {
  return (float)log(x);
}

float log2f(float x) {
  return (float)log2(x);
}

float log10f(float x) {
  return (float)log10(x);
}

float log1pf(float x) {
  return (float)log1p(x);
}

float sinhf(float x) {
  return (float)sinh(x);
}

float coshf(float x) {
  return (float)cosh(x);
}

float tanhf(float x) {
  return (float)tanh(x);
}

float asinhf(float x) {
  return (float)asinh(x);
}

float acoshf(float x) {
  return (float)acosh(x);
}

float atanhf(float x) {
  return (float)atanh(x);
}

float cbrtf(float x) {
  return (float)cbrt(x);
}

float erff(float x) {
  return (float)erf(x);
}

float erfcf(float x) {
  return (float)erfc(x);
}

float tgammaf(float x) {
  return (float)tgamma(x);
}

float lgammaf(float x) {
  return (float)lgamma(x);
}

void sincosf(float x, float *sine, float *cosine) {
  *sine = sinf(x);
  *cosine = cosf(x);
}

float atan2f(float y, float x) {
  return (float)atan2(y, x);
}

float hypotf(float x, float y) {
  if ((signalsf(x) || signalsf(y)) && __kleene_choice()) return x + y;
  return (float)hypot(x, y);
}

float powf(float x, float y) {
  if ((signalsf(x) || signalsf(y)) && __kleene_choice()) return x + y;
  return (float)raised(x, y, 0x1p-22);
}

// Exact; a number that the type does not have becomes one that nobody knows.
static long long rounded_integer(double x, double end) {
  if (x >= -end && x < end) return (long long)x;
  may_set_errno();
  return (long long)__kleene_bits(__kleene_any_double());
}

long lround(double x) {
  return (long)rounded_integer(round(x), sizeof(long) == 8 ? 0x1p63 : 0x1p31);
}

long lrint(double x) {
  return (long)rounded_integer(rint(x), sizeof(long) == 8 ? 0x1p63 : 0x1p31);
}

long long llround(double x) {
  return rounded_integer(round(x), 0x1p63);
}

long long llrint(double x) {
  return rounded_integer(rint(x), 0x1p63);
}

long lroundf(float x) {
  return lround(x);
}

long lrintf(float x) {
  return lrint(x);
}

long long llroundf(float x) {
  return llround(x);
}

long long llrintf(float x) {
  return llrint(x);
}

// ---- Words of CBMC.

// The size of the object that malloc made and that begins there; otherwise zero.
size_t __kleene_heap_size(const void *memory);
void __CPROVER_havoc_object_in_part(void *memory);

void __CPROVER_havoc_slice(void *memory, size_t size) {
  __VERIFIER_nondet_memory(memory, size);
}

// Other objects, and pointers into the middle, are not covered.
void __CPROVER_havoc_object(void *memory) {
  size_t size = __kleene_heap_size(memory);
  if (size == 0) __CPROVER_havoc_object_in_part(memory);
  __VERIFIER_nondet_memory(memory, size);
}

// ---- Formatted output whose format is known only when the program runs. The literals of printf and its kin are not
// read here.

void __kleene_print(int channel, int c);
void __kleene_beyond(void);

struct printer {
  int channel; // 0: to memory
  char *to;
  size_t room;
  size_t count;
};

struct conversion {
  int left, sign, space, alternate, zero;
  int width;
  int precision; // -1: none
  int bits;
};

static void print_char(struct printer *p, char c) {
  if (p->channel)
    __kleene_print(p->channel, (unsigned char)c);
  else if (p->count < p->room)
    p->to[p->count] = c;
  p->count++;
}

static void print_many(struct printer *p, char c, int times) {
  for (; times > 0; times--)
    print_char(p, c);
}

// An integer of which sign and prefix stand apart.
static void print_number(struct printer *p, const struct conversion *c, unsigned long long value, unsigned base,
                         const char *digits, const char *prefix) {
  char text[24];
  int length = 0;
  while (value) {
    text[length++] = digits[value % base];
    value /= base;
  }
  int zeros = (c->precision < 0 ? 1 : c->precision) - length;
  if (zeros < 0) zeros = 0;
  if (c->alternate && base == 8 && zeros == 0) zeros = 1;
  int before = 0;
  while (prefix[before])
    before++;
  int room = c->width - before - length - zeros;
  if (c->zero && !c->left && c->precision < 0 && room > 0) {
    zeros += room;
    room = 0;
  }
  if (!c->left) print_many(p, ' ', room);
  for (int i = 0; i < before; i++)
    print_char(p, prefix[i]);
  print_many(p, '0', zeros);
  while (length > 0)
    print_char(p, text[--length]);
  if (c->left) print_many(p, ' ', room);
}

static void print_signed(struct printer *p, const struct conversion *c, long long value) {
  const char *prefix = value < 0 ? "-" : c->sign ? "+" : c->space ? " " : "";
  unsigned long long size = value < 0 ? -(unsigned long long)value : (unsigned long long)value;
  print_number(p, c, size, 10, "0123456789", prefix);
}

static void print_unsigned(struct printer *p, const struct conversion *c, unsigned long long value, char letter) {
  if (letter == 'x')
    print_number(p, c, value, 16, "0123456789abcdef", c->alternate && value ? "0x" : "");
  else if (letter == 'X')
    print_number(p, c, value, 16, "0123456789ABCDEF", c->alternate && value ? "0X" : "");
  else
    print_number(p, c, value, letter == 'o' ? 8 : 10, "0123456789", "");
}

static void print_text(struct printer *p, const struct conversion *c, const char *text) {
  int length = 0;
  while ((c->precision < 0 || length < c->precision) && text[length])
    length++;
  if (!c->left) print_many(p, ' ', c->width - length);
  for (int i = 0; i < length; i++)
    print_char(p, text[i]);
  if (c->left) print_many(p, ' ', c->width - length);
}

static const char *read_flags(const char *format, struct conversion *c) {
  c->left = c->sign = c->space = c->alternate = c->zero = 0;
  for (;; format++) {
    if (*format == '-')
      c->left = 1;
    else if (*format == '+')
      c->sign = 1;
    else if (*format == ' ')
      c->space = 1;
    else if (*format == '#')
      c->alternate = 1;
    else if (*format == '0')
      c->zero = 1;
    else
      return format;
  }
}

static const char *read_size(const char *format, struct conversion *c) {
  c->bits = 32;
  if (*format == 'h') {
    c->bits = format[1] == 'h' ? 8 : 16;
    return format + (c->bits == 8 ? 2 : 1);
  }
  if (*format == 'l') {
    c->bits = format[1] == 'l' ? 64 : 8 * (int)sizeof(long);
    return format + (format[1] == 'l' ? 2 : 1);
  }
  if (*format == 'z' || *format == 't') c->bits = 8 * (int)sizeof(long);
  if (*format == 'j') c->bits = 64;
  return *format == 'z' || *format == 't' || *format == 'j' ? format + 1 : format;
}

static const char *read_decimal(const char *format, int *number) {
  *number = 0;
  while ('0' <= *format && *format <= '9')
    *number = 10 * *number + (*format++ - '0');
  return format;
}

static void print_formatted(struct printer *p, const char *format, __builtin_va_list arguments) {
  while (*format) {
    if (*format != '%') {
      print_char(p, *format++);
      continue;
    }
    struct conversion c;
    format = read_flags(format + 1, &c);
    if (*format == '*') {
      c.width = __builtin_va_arg(arguments, int);
      if (c.width < 0) {
        c.left = 1;
        c.width = -c.width;
      }
      format++;
    } else {
      format = read_decimal(format, &c.width);
    }
    c.precision = -1;
    if (*format == '.') {
      if (*++format == '*') {
        c.precision = __builtin_va_arg(arguments, int);
        if (c.precision < 0) c.precision = -1;
        format++;
      } else {
        format = read_decimal(format, &c.precision);
      }
    }
    format = read_size(format, &c);
    char letter = *format++;
    if (letter == 'd' || letter == 'i') {
      long long value;
      if (c.bits == 64)
        value = __builtin_va_arg(arguments, long long);
      else
        value = __builtin_va_arg(arguments, int);
      print_signed(p, &c, c.bits == 8 ? (signed char)value : c.bits == 16 ? (short)value : value);
    } else if (letter == 'u' || letter == 'x' || letter == 'X' || letter == 'o') {
      unsigned long long value;
      if (c.bits == 64)
        value = __builtin_va_arg(arguments, unsigned long long);
      else
        value = __builtin_va_arg(arguments, unsigned);
      print_unsigned(p, &c, c.bits == 8 ? (unsigned char)value : c.bits == 16 ? (unsigned short)value : value,
                     letter);
    } else if (letter == 'c' && c.bits == 32) {
      int value = __builtin_va_arg(arguments, int);
      if (!c.left) print_many(p, ' ', c.width - 1);
      print_char(p, (char)value);
      if (c.left) print_many(p, ' ', c.width - 1);
    } else if (letter == 's' && c.bits == 32) {
      print_text(p, &c, __builtin_va_arg(arguments, const char *));
    } else if (letter == 'n') {
      void *to = __builtin_va_arg(arguments, void *);
      if (c.bits == 8)
        *(signed char *)to = (signed char)p->count;
      else if (c.bits == 16)
        *(short *)to = (short)p->count;
      else if (c.bits == 64)
        *(long long *)to = (long long)p->count;
      else
        *(int *)to = (int)p->count;
    } else if (letter == '%') {
      print_char(p, '%');
    } else {
      __kleene_beyond();
    }
  }
}

size_t __kleene_formatted(int channel, const char *format, __builtin_va_list arguments) {
  struct printer p = {channel, 0, 0, 0};
  print_formatted(&p, format, arguments);
  return p.count;
}

int vsnprintf(char *to, size_t size, const char *format, __builtin_va_list arguments) {
  struct printer p = {0, to, size ? size - 1 : 0, 0};
  print_formatted(&p, format, arguments);
  if (size) to[p.count < size - 1 ? p.count : size - 1] = 0;
  return (int)p.count;
}

int vsprintf(char *to, const char *format, __builtin_va_list arguments) {
  struct printer p = {0, to, ~(size_t)0, 0};
  print_formatted(&p, format, arguments);
  to[p.count] = 0;
  return (int)p.count;
}

int vasprintf(char **to, const char *format, __builtin_va_list arguments) {
  __builtin_va_list again;
  __builtin_va_copy(again, arguments);
  int length = vsnprintf(0, 0, format, again);
  __builtin_va_end(again);
  *to = malloc((size_t)length + 1);
  if (!*to) return -1;
  return vsprintf(*to, format, arguments);
}

int asprintf(char **to, const char *format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  int length = vasprintf(to, format, arguments);
  __builtin_va_end(arguments);
  return length;
}

int vprintf(const char *format, __builtin_va_list arguments);
int vfprintf(void *stream, const char *format, __builtin_va_list arguments);

int __kleene_printf(const char *format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  int length = vprintf(format, arguments);
  __builtin_va_end(arguments);
  return length;
}

int __kleene_fprintf(void *stream, const char *format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  int length = vfprintf(stream, format, arguments);
  __builtin_va_end(arguments);
  return length;
}

int __kleene_sprintf(char *to, const char *format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  int length = vsprintf(to, format, arguments);
  __builtin_va_end(arguments);
  return length;
}

int __kleene_snprintf(char *to, size_t size, const char *format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  int length = vsnprintf(to, size, format, arguments);
  __builtin_va_end(arguments);
  return length;
}

// ---- Options on a command line. Arguments that are no options are moved behind them, as glibc does where
// POSIXLY_CORRECT is not set; what it says of wrong options on standard error is left out.

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

struct option {
  const char *name;
  int has_argument; // 1: yes, 2: perhaps
  int *flag;
  int value;
};

// Not static: functions without body may change it.
char *__kleene_option_letters; // what is left of a word of options
int __kleene_option_words_begin; // words that are no options, met before: from here
int __kleene_option_words_end; // to there
int __kleene_options_begun;

static void move_words_back(char **arguments) {
  // The options between end and optind come before the words.
  for (int i = __kleene_option_words_end; i < optind; i++) {
    char *option = arguments[i];
    int at = i;
    for (; at > __kleene_option_words_begin + (i - __kleene_option_words_end); at--)
      arguments[at] = arguments[at - 1];
    arguments[at] = option;
  }
  __kleene_option_words_begin += optind - __kleene_option_words_end;
  __kleene_option_words_end = optind;
}

static int is_option(const char *word) {
  return word[0] == '-' && word[1];
}

static int same_text(const char *a, const char *b) {
  while (*a && *a == *b) {
    a++;
    b++;
  }
  return *a == *b;
}

// The next word of options; -1 if there is none, 1 if a word that is no option is given as one.
static int next_option_word(int count, char **arguments, int order) {
  if (__kleene_option_words_end > optind) __kleene_option_words_end = optind;
  if (__kleene_option_words_begin > optind) __kleene_option_words_begin = optind;
  if (order == 0) {
    if (__kleene_option_words_begin != __kleene_option_words_end && __kleene_option_words_end != optind)
      move_words_back(arguments);
    else if (__kleene_option_words_end != optind)
      __kleene_option_words_begin = optind;
    while (optind < count && !is_option(arguments[optind]))
      optind++;
    __kleene_option_words_end = optind;
  }
  if (optind != count && same_text(arguments[optind], "--")) {
    optind++;
    if (__kleene_option_words_begin != __kleene_option_words_end && __kleene_option_words_end != optind)
      move_words_back(arguments);
    else if (__kleene_option_words_begin == __kleene_option_words_end)
      __kleene_option_words_begin = optind;
    __kleene_option_words_end = count;
    optind = count;
  }
  if (optind == count) {
    if (__kleene_option_words_begin != __kleene_option_words_end) optind = __kleene_option_words_begin;
    return -1;
  }
  if (!is_option(arguments[optind])) {
    if (order == '+') return -1;
    optarg = arguments[optind++];
    return 1;
  }
  return 0;
}

// Which long option the text up to `=` names, or begins to name: its index; -1 none, -2 several.
static int find_long_option(const struct option *options, const char *text, size_t length) {
  int found = -1;
  for (int i = 0; options[i].name; i++) {
    const char *name = options[i].name;
    size_t same = 0;
    while (same < length && name[same] && name[same] == text[same])
      same++;
    if (same < length) continue;
    if (!name[same]) return i;
    if (found == -1) {
      found = i;
    } else if (found >= 0) {
      const struct option *other = &options[found];
      if (other->has_argument != options[i].has_argument || other->flag != options[i].flag
          || other->value != options[i].value)
        found = -2;
    }
  }
  return found;
}

static int long_option(int count, char **arguments, const char *letters, const struct option *options, int *index) {
  const char *text = __kleene_option_letters;
  size_t length = 0;
  while (text[length] && text[length] != '=')
    length++;
  int found = find_long_option(options, text, length);
  __kleene_option_letters = 0;
  optind++;
  if (found < 0) {
    optopt = 0;
    return '?';
  }
  const struct option *option = &options[found];
  if (text[length]) {
    if (!option->has_argument) {
      optopt = option->value;
      return '?';
    }
    optarg = (char *)text + length + 1;
  } else if (option->has_argument == 1) {
    if (optind >= count) {
      optopt = option->value;
      return letters[0] == ':' ? ':' : '?';
    }
    optarg = arguments[optind++];
  }
  if (index) *index = found;
  if (!option->flag) return option->value;
  *option->flag = option->value;
  return 0;
}

static int short_option(int count, char **arguments, const char *letters) {
  char c = *__kleene_option_letters++;
  const char *at = letters;
  while (*at && *at != c)
    at++;
  if (!*__kleene_option_letters) optind++;
  if (!*at || c == ':' || c == ';') {
    optopt = c;
    return '?';
  }
  if (at[0] == 'W' && at[1] == ';') __kleene_beyond();
  if (at[1] != ':') return c;
  if (*__kleene_option_letters) {
    optarg = __kleene_option_letters;
    optind++;
  } else if (at[2] == ':') {
    optarg = 0;
  } else if (optind == count) {
    optopt = c;
    __kleene_option_letters = 0;
    return letters[0] == ':' ? ':' : '?';
  } else {
    optarg = arguments[optind++];
  }
  __kleene_option_letters = 0;
  return c;
}

int getopt_long(int count, char *const *given, const char *letters, const struct option *options, int *index) {
  char **arguments = (char **)given;
  if (count < 1) return -1;
  optarg = 0;
  if (optind == 0 || !__kleene_options_begun) {
    if (optind == 0) optind = 1;
    __kleene_option_words_begin = __kleene_option_words_end = optind;
    __kleene_option_letters = 0;
    __kleene_options_begun = 1;
  }
  int order = letters[0] == '-' || letters[0] == '+' ? letters[0] : 0;
  if (order) letters++;
  if (!__kleene_option_letters || !*__kleene_option_letters) {
    int next = next_option_word(count, arguments, order);
    if (next) return next;
    __kleene_option_letters = arguments[optind] + 1;
    if (options && *__kleene_option_letters == '-') {
      __kleene_option_letters++;
      return long_option(count, arguments, letters, options, index);
    }
  }
  return short_option(count, arguments, letters);
}

int getopt(int count, char *const *arguments, const char *letters) {
  return getopt_long(count, arguments, letters, 0, 0);
}

// ---- More of strings and memory

char *strcasestr(const char *text, const char *part) {
  for (;; text++) {
    size_t i = 0;
    while (part[i] && tolower((unsigned char)part[i]) == tolower((unsigned char)text[i]))
      i++;
    if (!part[i]) return (char *)text;
    if (!*text) return 0;
  }
}

void *memmem(const void *where, size_t size, const void *what, size_t length) {
  const unsigned char *text = where;
  const unsigned char *part = what;
  if (length > size) return 0;
  for (size_t i = 0; i <= size - length; i++) {
    size_t same = 0;
    while (same < length && text[i + same] == part[same])
      same++;
    if (same == length) return (void *)(text + i);
  }
  return 0;
}

void *reallocarray(void *old, size_t count, size_t size) {
  if (size && count > ~(size_t)0 / size) {
    __kleene_errno = 12;
    return 0;
  }
  return realloc(old, count * size);
}
