"""The process that runs a session file, or an operator's script: lines of JSON over file 3.

    {"do": "load", "file", "kind": "session", "seed", "set"}   -> {"loaded": definition, "missing": {...}}
    {"do": "load", "file", "kind": "operator", "function"}     -> {"loaded": {}, "missing": {...}}
    {"do": "begin", "names", "fences", "surfaces"}             no answer
    {"do": "state", "tick", "time", "values", ...}             -> {"tick", "completion", "status", ...}

A problem is {"error": text}. What the script prints goes to its standard output, never to the program.
Started as `python3 -I worker.py`; nothing of the program is in this process.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import traceback
import types

HERE = os.path.dirname(os.path.abspath(__file__))


def use_package() -> None:
    """outrigger.training without the rest of the package, which needs the program's library."""
    if "outrigger" not in sys.modules:
        package = types.ModuleType("outrigger")
        package.__path__ = [os.path.dirname(HERE)]
        sys.modules["outrigger"] = package


use_package()

# Early, so that a process that waits as a spare has them.
import outrigger.training as training  # noqa: E402
from outrigger.training import check, confine, state, verdict  # noqa: E402


def place_of(error: BaseException, file: str) -> str:
    """file:line of the script that an error came from."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return f"{file}:{error.lineno}"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename == file:
            return f"{file}:{frame.lineno}"
    return file


def sentence_of(error: BaseException, file: str) -> str:
    if isinstance(error, check.SessionError):
        return str(error)
    text = str(error.msg if isinstance(error, SyntaxError) else error) or "no message"
    return f"{place_of(error, file)}: {type(error).__name__}: {text}"[:1000]


class Script:
    """One loaded file."""

    def __init__(self, message: dict):
        self.file = message["file"]
        verdict.random.seed(message.get("seed", 0))
        verdict.parameters.update(message.get("set", {}))
        with open(self.file, encoding="utf-8") as opened:
            self.source = opened.read()
        # Helpers may lie beside the session.
        sys.path.insert(0, os.path.dirname(os.path.abspath(self.file)))
        spec = importlib.util.spec_from_loader("session_script", loader=None)
        self.module = importlib.util.module_from_spec(spec)
        self.module.__file__ = self.file
        exec(compile(self.source, self.file, "exec"), self.module.__dict__)  # noqa: S102
        self.names, self.fences, self.surfaces = [], [], []

    def function(self, name: str, *, needed: bool):
        found = getattr(self.module, name, None)
        if isinstance(found, type):
            found = found()  # an operator with a memory
        if found is None and not needed:
            return None
        if not callable(found):
            raise check.SessionError(
                f"{self.file}:1: there is no function {name}; allowed: "
                + ("initialize(), which returns a dictionary, and practice(state), which may be left out"
                   if name in ("initialize", "practice") else f"def {name}(state), which returns levers")
            )
        return found

    def state(self, message: dict) -> training.State:
        return state.state_of(message, self.names, self.fences, self.surfaces)


class Session(Script):
    def __init__(self, message: dict):
        super().__init__(message)
        self.practice = self.function("practice", needed=False)
        returned = self.function("initialize", needed=True)()
        self.definition = check.read_session(returned, self.source, self.file)
        self.definition["Practice"] = self.practice is not None

    def answer(self, message: dict) -> dict:
        if self.practice is None:
            return verdict.verdict_of(None)
        try:
            return verdict.verdict_of(self.practice(self.state(message)))
        except ValueError as error:
            raise check.SessionError(f"{place_of(error, self.file)}: {error}") from None


class Operator(Script):
    """Drives: returns levers by name, which stay until it names them again."""

    definition: dict = {}

    def __init__(self, message: dict):
        super().__init__(message)
        self.drive = self.function(message["function"], needed=True)

    def answer(self, message: dict) -> dict:
        levers = self.drive(self.state(message)) or {}
        if not isinstance(levers, dict):
            raise check.SessionError(f"{self.file}: the operator returned {levers!r:.60}; allowed: a dictionary of levers")
        return {"levers": {str(name): float(value) for name, value in levers.items()}}


def reply(out, message: dict) -> None:
    out.write(json.dumps(message, allow_nan=False) + "\n")
    out.flush()


def serve(source, out) -> None:
    script = None
    for line in source:
        message = json.loads(line)
        file = message.get("file", script.file if script else "session")
        try:
            if message["do"] == "load":
                missing = {}
                if message.get("confine", True):
                    missing = confine.confine(os.path.dirname(os.path.abspath(file)))
                script = (Session if message["kind"] == "session" else Operator)(message)
                reply(out, {"loaded": script.definition, "missing": missing})
            elif message["do"] == "begin":
                script.names, script.fences = message["names"], message["fences"]
                script.surfaces = message["surfaces"]
            elif message["do"] == "state":
                reply(out, {"tick": message["tick"], **script.answer(message)})
        except MemoryError:
            reply(out, {"error": f"{file}: the script needs more memory than the {confine.MEMORY >> 20} MB it may have"})
        except Exception as error:  # of the script: told, and the session ends
            reply(out, {"error": sentence_of(error, file)})


def main() -> None:
    if "--probe" in sys.argv:  # outrigger doctor
        print(json.dumps({"layers": confine.LAYERS, "missing": confine.confine()}))
        return
    serve(os.fdopen(3, "r", encoding="utf-8", closefd=False), os.fdopen(3, "w", encoding="utf-8", closefd=False))


if __name__ == "__main__":
    main()
