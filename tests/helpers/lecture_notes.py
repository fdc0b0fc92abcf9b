"""Worked examples of the lecture notes."""

NOTE_000 = """\
step  epoch  row  x1  x2  score   ŷ   y  mistake  w1  w2
────────────────────────────────────────────────────────
   1      1    0  -1   2      0  +1  -1      yes   1  -2
   2      1    1   1   0      1  +1  +1       no   1  -2
   3      1    2   1   1     -1  -1  +1      yes   2  -1
   4      1    3  -1   0     -2  -1  -1       no   2  -1
   5      1    4  -1  -2      0  +1  -1      yes   3   1
   6      1    5   1  -1      2  +1  +1       no   3   1

3 mistakes in 6 visits. max_iter: the last allowed epoch ended."""


NOTE_004 = """\
step  epoch  row  x1   x2  score   ŷ   y  mistake  w1    w2   b
───────────────────────────────────────────────────────────────
   1      1    0  -1    3      0  -1  -1      yes   1    -3  -1
   2      2    1  -1   -1      1  +1  -1      yes   2    -2  -2
   3      3    3   0  1.5     -5  -1  +1      yes   2  -0.5  -1
   4      4    3   0  1.5  -1.75  -1  +1      yes   2     1   0
   5      5    0  -1    3      1  +1  -1      yes   3    -2  -1
   6      6    3   0  1.5     -4  -1  +1      yes   3  -0.5   0
   7      7    3   0  1.5  -0.75  -1  +1      yes   3     1   1
   8      8    0  -1    3      1  +1  -1      yes   4    -2   0
   9      9    3   0  1.5     -3  -1  +1      yes   4  -0.5   1

9 mistakes in 9 visits. converged: an epoch passed without a mistake."""
