"""What must hold, one sentence a test."""
