"""Constructors with keywords for the plain classes of the core, and how they show themselves."""


def _fields(cls):
    return [name for name, value in vars(cls).items() if isinstance(value, property)]


def _text(value):
    """Numbers with six digits, arrays as tuples of them."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        values = ", ".join(map(_text, value))
        return f"({values},)" if len(value) == 1 else f"({values})"
    return f"{value:.6g}" if isinstance(value, float) else repr(value)


def _init_with_keywords(cls):
    fields = _fields(cls)
    first = "name" if "name" in fields else None
    create = cls.__init__

    def __init__(self, *names, **values):
        create(self)
        if names and (first is None or len(names) > 1):
            raise TypeError(f"{cls.__name__}() takes keywords: {', '.join(fields)}")
        if names:
            if "name" in values:
                raise TypeError(f"{cls.__name__}() got two names")
            self.name = names[0]
        for key, value in values.items():
            if key not in fields:
                raise TypeError(
                    f"{cls.__name__}() has no field '{key}'; fields are: {', '.join(fields)}"
                )
            setattr(self, key, value)

    def __repr__(self):
        if first:
            return f"<{cls.__name__} '{self.name}'>"
        texts = {field: _text(getattr(self, field)) for field in fields}
        given = [f"{field}={text}" for field, text in texts.items() if text not in ("''", "()")]
        return f"{cls.__name__}({', '.join(given)})"

    __init__.__doc__ = f"{cls.__name__}({'name, ' if first else ''}field=value, ...)"
    cls.__init__ = __init__
    cls.__repr__ = __repr__


def _refuse_pickling(self, protocol=None):
    raise TypeError(
        f"cannot pickle {type(self).__name__} objects; send the machine file or Snapshot.to_bytes()"
    )


def accept_keywords(core):
    """Gives every plain class (one that can be copied) such a constructor; no class can be pickled."""
    for value in list(vars(core).values()):
        if not isinstance(value, type) or issubclass(value, BaseException):
            continue
        # Without this, old pickle protocols end the interpreter inside pybind11.
        value.__reduce__ = value.__reduce_ex__ = _refuse_pickling
        if "__deepcopy__" in vars(value):
            _init_with_keywords(value)
