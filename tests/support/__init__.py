"""Common helpers of the tests: small games, and calls of the library's interfaces."""
