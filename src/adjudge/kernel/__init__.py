"""What all games share: agenda, chance, piles, notation. No game's rule or word."""

import importlib.util
import sys
from types import ModuleType

if importlib.util.find_spec("librt") is None:
    # Interpreted, on a Python for which mypyc's runtime is not built: a list serves as well.
    sys.modules["librt"] = ModuleType("librt")
    sys.modules["librt.vecs"] = ModuleType("librt.vecs")
    vars(sys.modules["librt.vecs"])["vec"] = list
