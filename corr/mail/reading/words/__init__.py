"""The words of a mail: which are its writer's own, and which turn and commands stand among them."""
