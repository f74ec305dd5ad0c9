"""How Python imports in the page: from one file with all modules, instead of from a zip file one by
one, which makes the start some 7 % longer; and a module runs when something of it is asked for.

Runs there as `sitecustomize` (https://docs.python.org/3/library/site.html), which Python imports
before everything but what it starts with itself: so nothing may be imported here that is not built
in. inside.py writes the file.
"""

import marshal
import sys
from _frozen_importlib import ModuleSpec
from zipimport import zipimporter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

#: Beside the modules that Python needs before this one, in the zip file of its library.
FILE = "codes.bin"
#: What importing itself asks a module for.
BEFORE_IT_RUNS = frozenset(
    ("__class__", "__loader__", "__name__", "__package__", "__path__", "__spec__")
)
Module = type(sys)


class Later(Module):  # type: ignore[misc, valid-type]
    """A module that has not run yet, and does when it is asked for something.

    As importlib's LazyLoader makes them: https://docs.python.org/3/library/importlib.html.
    """

    def __getattribute__(self, name: str) -> object:
        if name in BEFORE_IT_RUNS:
            return object.__getattribute__(self, name)
        object.__getattribute__(self, "__loader__").run(self)
        return getattr(self, name)


class Modules:
    """Finds and loads modules, each once: https://docs.python.org/3/reference/import.html.

    The file is a marshalled dict: the name of a module, and its path in the library, whether it is
    a package, and its code, marshalled.
    """

    def __init__(self, library: str) -> None:
        self.library = library
        self.known: dict[str, tuple[str, bool, bytes]] = marshal.loads(
            zipimporter(library).get_data(f"{library}/{FILE}")
        )

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """What there is to know of a module before it is loaded; None where it is not here."""
        package = sys.modules.get(name.rpartition(".")[0])
        if type(package) is Later:
            self.run(package)
        if name in sys.modules:  # its package has brought it
            return ModuleSpec(name, self)  # type: ignore[arg-type]
        if name not in self.known:
            return None
        where, is_package, _ = self.known[name]
        origin = f"{self.library}/{where}"
        spec = ModuleSpec(name, self, origin=origin, is_package=is_package)  # type: ignore[arg-type]
        spec.has_location = True
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(origin.rpartition("/")[0])
        return spec

    def create_module(self, spec: ModuleSpec) -> "ModuleType | None":
        """A module as any other, unless it is there already."""
        return sys.modules.get(spec.name)

    def exec_module(self, module: "ModuleType") -> None:
        """Let a module wait until it is used."""
        if module.__name__ in self.known:
            module.__class__ = Later

    def run(self, module: "ModuleType") -> None:
        """Run a module's code, and forget it."""
        module.__class__ = Module
        exec(marshal.loads(self.known.pop(module.__name__)[2]), module.__dict__)


def install() -> None:
    """Let Python look here first."""
    library = next(path for path in sys.path if path.endswith(".zip"))
    sys.meta_path.insert(0, Modules(library))


if __name__ == "sitecustomize":
    install()
