"""The build backend: scikit-build-core's, with the library's sources beside the package in an sdist."""

import contextlib
import pathlib
import shutil

from scikit_build_core import build as _build
from scikit_build_core.build import *  # noqa: F403

_here = pathlib.Path(__file__).parent
_parts = ["CMakeLists.txt", "LICENSE-APACHE", "LICENSE-MIT", "cmake", "include", "ops", "src", "tool"]


@contextlib.contextmanager
def _sources():
    """The folder library, which CMakeLists.txt prefers to the tree above. In an sdist it is there already."""
    library = _here / "library"
    if library.exists():
        yield
        return
    try:
        for part in _parts:
            origin = _here.parent / part
            copy = shutil.copytree if origin.is_dir() else shutil.copy2
            library.mkdir(exist_ok=True)
            copy(origin, library / part)
        yield
    finally:
        shutil.rmtree(library, ignore_errors=True)


def build_sdist(sdist_directory, config_settings=None):
    with _sources():
        return _build.build_sdist(sdist_directory, config_settings)
