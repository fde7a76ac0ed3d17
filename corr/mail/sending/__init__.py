"""The sending of letters, until another mail server has accepted them."""
