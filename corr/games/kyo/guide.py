"""Actions of Kyo in words."""
def description(draft, action): return "Step"
def why_over(draft): return ""
def hints(draft): return ()
