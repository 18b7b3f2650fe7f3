/* The other half of two_files.c. */
static int threshold = 100;
int check(int x) {
  return x < threshold;
}
