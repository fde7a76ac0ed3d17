"""The scores that Lighthouse gives pages."""
