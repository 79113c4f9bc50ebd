"""_core.pyi, from which editors complete: every public name of the module stands in it, and no other."""

import ast
import unittest

import outrigger
from outrigger import _core, machine
from support import ROOT

PACKAGE = ROOT / "python" / "outrigger"
AGAIN = "write it again: ./outrigger python tools/python_stubs.py"


def stub_tree():
    return ast.parse((PACKAGE / "_core.pyi").read_text(encoding="utf-8"))


def public(names):
    return {name for name in names if not name.startswith("_")}


def words_of(annotation):
    """Of Literal["a", "b"]; none of other types."""
    if not isinstance(annotation, ast.Subscript) or getattr(annotation.value, "id", "") != "Literal":
        return []
    of = annotation.slice
    return [e.value for e in (of.elts if isinstance(of, ast.Tuple) else [of])]


class Stubs(unittest.TestCase):
    def setUp(self):
        self.tree = stub_tree()
        self.classes = {n.name: n for n in self.tree.body if isinstance(n, ast.ClassDef)}
        functions = {n.name for n in self.tree.body if isinstance(n, ast.FunctionDef)}
        self.functions = public(functions)

    def test_all_classes_and_functions(self):
        stubs = set(self.classes) | self.functions
        self.assertEqual(stubs, public(vars(_core)), AGAIN)
        for name, value in vars(_core).items():
            if isinstance(value, type):
                self.assertIn(name, self.classes, AGAIN)

    def test_all_members(self):
        for name, stub in self.classes.items():
            written = {n.name for n in stub.body if isinstance(n, ast.FunctionDef)}
            own = vars(getattr(_core, name))
            self.assertEqual(public(written), public(own), f"{name}: {AGAIN}")

    def test_what_can_be_assigned(self):
        for name, stub in self.classes.items():
            setters = {
                n.name for n in stub.body if isinstance(n, ast.FunctionDef)
                for d in n.decorator_list if isinstance(d, ast.Attribute) and d.attr == "setter"
            }
            own = vars(getattr(_core, name))
            assignable = {k for k, v in own.items() if isinstance(v, property) and v.fset}
            self.assertEqual(setters, assignable, f"{name}: {AGAIN}")

    def test_names_of_arguments(self):
        """Called by keyword as the stub says; the docstring of pybind11 has the true names."""
        for name, stub in self.classes.items():
            for method in stub.body:
                if not isinstance(method, ast.FunctionDef) or method.decorator_list:
                    continue
                doc = getattr(getattr(_core, name), method.name).__doc__ or ""
                for argument in method.args.args[1:]:
                    if method.name != "__init__" and not argument.arg.startswith("arg"):
                        self.assertIn(f"{argument.arg}:", doc, f"{name}.{method.name}: {AGAIN}")

    def test_constructors_take_every_field(self):
        """The keywords of a stub are those that the class takes."""
        for name, stub in self.classes.items():
            cls = getattr(_core, name)
            if "__deepcopy__" not in vars(cls):
                continue
            init = next(n for n in stub.body if getattr(n, "name", "") == "__init__")
            written = {a.arg for a in init.args.args[1:] + init.args.kwonlyargs}
            fields = {k for k, v in vars(cls).items() if isinstance(v, property) and v.fset}
            self.assertEqual(written, fields, f"{name}: {AGAIN}")

    def test_words(self):
        """A property that takes words of a list: the stub has that list, in its order."""
        for name, stub in self.classes.items():
            cls = getattr(_core, name)
            if "__deepcopy__" not in vars(cls):
                continue
            written = {n.name: words_of(n.returns) for n in stub.body
                       if isinstance(n, ast.FunctionDef)
                       and any(getattr(d, "id", "") == "property" for d in n.decorator_list)}
            for field, value in vars(cls).items():
                if not isinstance(value, property) or value.fset is None:
                    continue
                try:
                    setattr(cls(), field, "?")
                except ValueError as error:
                    _, found, words = str(error).partition("is not one of ")
                    if found:
                        self.assertEqual(written[field], words.split(", "),
                                         f"{name}.{field}: {AGAIN}")
                except TypeError:
                    pass  # takes no text

    def test_lists_of_a_machine(self):
        for part in outrigger.Machine.__slots__:
            self.assertIn(part, machine.Machine.__annotations__)

    def test_the_package_says_that_it_is_typed(self):
        self.assertTrue((PACKAGE / "py.typed").exists())


if __name__ == "__main__":
    unittest.main()
