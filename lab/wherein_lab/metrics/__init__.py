"""Figures from judged results: ranking measures, SQuAD measures, intervals, tables and plots. Knows no data set."""
