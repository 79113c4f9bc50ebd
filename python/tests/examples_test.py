"""Every example runs from start to end and leaves its picture."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import ROOT

EXAMPLES = sorted(p for p in (ROOT / "examples" / "python").glob("*.py") if p.name != "plotting.py")


class Examples(unittest.TestCase):
    def test_every_example_draws_its_picture(self):
        self.assertGreaterEqual(len(EXAMPLES), 6)
        for example in EXAMPLES:
            with self.subTest(example=example.name), tempfile.TemporaryDirectory() as folder:
                run = subprocess.run(
                    [sys.executable, str(example), folder], capture_output=True, text=True, timeout=300
                )
                self.assertEqual(run.returncode, 0, run.stderr[-3000:])
                picture = pathlib.Path(folder) / (example.stem + ".png")
                self.assertTrue(picture.is_file(), run.stdout)
                self.assertEqual(picture.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
                self.assertGreater(picture.stat().st_size, 10_000)

    def test_help_is_printed_and_nothing_runs(self):
        for example in EXAMPLES:
            with self.subTest(example=example.name), tempfile.TemporaryDirectory() as folder:
                for word, code, text in (("--help", 0, "[FOLDER]"), ("--hlp", 1, "usage: ")):
                    run = subprocess.run(
                        [sys.executable, str(example), word], capture_output=True, text=True, timeout=60, cwd=folder
                    )
                    self.assertEqual(run.returncode, code, run.stderr)
                    self.assertIn(text, run.stdout + run.stderr)
                self.assertEqual(list(pathlib.Path(folder).iterdir()), [])


if __name__ == "__main__":
    unittest.main()
