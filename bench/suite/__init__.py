"""Measures smsvm beside other programs; bench/run measures, bench/report writes the tables."""
