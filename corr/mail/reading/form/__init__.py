"""The form of a mail: bytes, fields, parts and charsets, and what kind of mail they make."""
