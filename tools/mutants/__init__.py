"""Break rules one at a time and see whether the tests that cite them notice (docs/mutants.md)."""
