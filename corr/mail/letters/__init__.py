"""Notices as letters: text, HTML, pictures and headers, sent until another mail server has accepted them."""
