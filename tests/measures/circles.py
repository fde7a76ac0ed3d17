"""Measure of circles: packages and files that reach each other by imports, at any depth."""

from itertools import chain

import grimp


def knots() -> list[list[str]]:
    """
    The groups of siblings that all reach each other, at every level of packages.

    One sibling reaches another where a module in it imports one in the other, for types alone or not, or through
    further siblings of the same level.
    """
    graph = grimp.build_graph("corr", cache_dir=None)
    packages = sorted(module for module in graph.modules if graph.find_children(module))
    return list(chain.from_iterable(_knots(_siblings(graph, package)) for package in packages))


def _siblings(graph: grimp.ImportGraph, package: str) -> dict[str, set[str]]:
    """Which sibling of a package imports which others."""
    owners: dict[str, str] = {}
    for child in graph.find_children(package):
        owners |= dict.fromkeys({child, *graph.find_descendants(child)}, child)
    found: dict[str, set[str]] = {child: set() for child in owners.values()}
    for module, child in owners.items():
        imported = graph.find_modules_directly_imported_by(module)
        found[child] |= {owners[each] for each in imported if each in owners} - {child}
    return found


def _knots(imports: dict[str, set[str]]) -> list[list[str]]:
    reached = {name: _reached(name, imports) for name in imports}
    groups = {tuple(sorted({name, *(to for to in reached[name] if name in reached[to])})) for name in imports}
    return sorted(list(group) for group in groups if len(group) > 1)


def _reached(name: str, imports: dict[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    ahead = [name]
    while ahead:
        more = imports[ahead.pop()] - seen
        seen |= more
        ahead += more
    return seen
