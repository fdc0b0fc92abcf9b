"""Entries of docstrings that functions which read files share (``rosenblatt.docstrings``)."""

from rosenblatt.docstrings import entries

DATA = entries("""
data : str or path-like
    File in any format of ``rosenblatt.read``, a folder of files, a pattern such as ``"part-*.csv"``, "-" for standard
    input, a path of pyarrow's filesystems such as "s3://bucket/rows.parquet", or "sample:NAME" for a bundled set.
""")

# The fields of ReadOptions.
READING = entries("""
format : {'csv', 'tsv', 'parquet', 'arrow', 'jsonl', 'libsvm', 'vw', 'npy', 'npz', 'idx'}, default=None
    Format of the file. None means by its name, else by its first bytes.
labels : str or path-like, default=None
    File of labels for arrays (npy, npz and idx): ``.npy``, idx, or text with one label per line.
target : str or int, default=None
    Column of labels, by name or by number from 1. None means the last column.
ignore : str, int or sequence of them, default=()
    Columns to leave out, by name or by number from 1. Rows without columns (LIBSVM, Vowpal Wabbit, arrays, bundled
    sets) have features in their place, which count as 0 for the model.
id : str, int or sequence of them, default=()
    Columns or features that identify rows. They are left out like those of ``ignore``, and written with predictions.
text : str, int or sequence of them, default=()
    Columns of free text.
categorical : str, int or sequence of them, default=()
    Columns of categories, even if their values are numbers or most rows have a value of their own.
numeric : str, int or sequence of them, default=()
    Columns of numbers, even if the numbers count or identify the rows.
header : bool, default=None
    Whether the first line of a CSV or TSV file has the names of the columns. None means guess.
delimiter : str, default=None
    Character between the fields of a CSV or TSV file. None means guess.
quote : str, default='"'
    Quote character of a CSV or TSV file. None takes quotes as ordinary characters.
decimal : {',', '.'}, default=None
    Decimal mark of a CSV or TSV file. None means guess for each column.
charset : str, default=None
    Character encoding of text files, by its name in Python, such as "latin-1". None means UTF-8.
missing : {'mean', 'zero', 'drop'}, default=None
    Treatment of missing values. "mean" replaces a number by the mean of its column, and a category by a category for
    missing values. "zero" replaces a number by 0, and a category by no category. "drop" drops the row. None means that
    a missing value is an error.
missing_label : {'error', 'drop'}, default='error'
    Treatment of rows without a label: an error, or drop the row.
scale : {'standard', 'maxabs', 'unit', 'none'}, default='none'
    Scaling of numbers: subtract the mean and divide by the standard deviation, divide by the largest absolute value,
    make rows of length 1, or none. Sparse training rows are not centred.
hash_bits : int, default=None
    Hash categories, feature names of Vowpal Wabbit and text to ``2**hash_bits`` features, from 1 to 28. None means
    one feature per category or name, and ``2**18`` features for text.
text_features : {'chars3-5', 'words', 'words1-2'}, default='chars3-5'
    Features of text: groups of 3 to 5 characters within words, words, or words and pairs of words.
zero_based : bool, default=False
    Whether a LIBSVM file counts features from 0.
n_features : int, default=None
    Number of features of a LIBSVM file. None means the largest number in it.
""")
