"""A team's PostgreSQL database: its address, bounded connections, transactions that survive a lost connection. Knows no table."""
