"""The lab: plans, runs, accounts, statistics, reports."""
