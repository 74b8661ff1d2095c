"""What is proved of one position, and what authors know."""
