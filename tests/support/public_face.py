"""All that the library offers by name, with its signatures, for tests that read them."""

import inspect
from importlib import import_module

PACKAGES = [
    "gamesolver",
    "gamesolver.boards",
    "gamesolver.notebook",
    "gamesolver.players",
    "gamesolver.plots",
    "gamesolver.web",
]
MODULES = [
    "gamesolver.adapters.aima",
    "gamesolver.adapters.chess",
    "gamesolver.adapters.easyai",
    "gamesolver.adapters.openspiel",
    "gamesolver.adapters.pettingzoo",
    "gamesolver.bits",
    "gamesolver.orbits",
    "gamesolver.validators",
    "gamesolver.verdicts",
]
"""What those import who write rules, or who bring games in and out."""
SPECIAL = {"__call__", "__getitem__", "__contains__", "__iter__", "__len__"}


def offered(packages=PACKAGES):
    """Each public name once, with what it stands for."""
    found = {}
    for package in packages:
        module = import_module(package)
        found |= {f"{package}.{name}": getattr(module, name) for name in module.__all__}
    return found


def functions():
    """The public functions by name."""
    return {name: each for name, each in offered().items() if inspect.isfunction(each)}


def functions_of_modules():
    """Return the docstrings of modules, with compiled functions as they were written."""
    written = {name: getattr(each, "py_func", each) for name, each in offered(MODULES).items()}
    return {name: each for name, each in written.items() if inspect.isfunction(each)}


def classes():
    """The public classes of our own by name."""
    return {name: each for name, each in offered().items() if inspect.isclass(each)}


def methods():
    """The public methods of public classes by name, those that Python calls left out."""
    return {
        f"{kind_name}.{name}": method
        for kind_name, kind in classes().items()
        for name, method in inspect.getmembers_static(kind, _is_method)
        if not name.startswith("_") and method_of(method).__module__.startswith("gamesolver")
    }


def method_of(found):
    """The function behind a method of whichever kind."""
    return found.__func__ if isinstance(found, classmethod | staticmethod) else found


def _is_method(found):
    return inspect.isfunction(method_of(found))


def signatures():
    """All public callables with their parameters, constructors too."""
    called = functions() | {name: method_of(each) for name, each in methods().items()}
    called |= {name: each.__init__ for name, each in classes().items() if has_constructor(each)}
    return {name: inspect.signature(each).parameters for name, each in called.items()}


def has_constructor(kind):
    """Return True if a class has one of ours, or one that attrs wrote."""
    return inspect.isfunction(kind.__init__)
