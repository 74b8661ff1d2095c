"""The games: rules, published counts, and each compiled game against its plain twin."""
