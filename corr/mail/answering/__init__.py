"""The orders in a mail carried out and answered: once, in one transaction."""
