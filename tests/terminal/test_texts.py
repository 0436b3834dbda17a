"""Every sentence of the terminal is there in every language, and every one is used."""

from __future__ import annotations

import re
from pathlib import Path

from grimtable.kernel.language import LANGUAGES
from grimtable.terminal import words

SOURCES = Path(words.__file__).parent
FIELD = re.compile(r"\{(\d+)")


def test_the_languages_have_the_same_keys() -> None:
    english, *others = [words.catalogue().templates[lang] for lang in LANGUAGES]
    for other in others:
        assert set(english) == set(other)


def test_translations_use_no_parameter_that_english_has_not() -> None:
    english, *others = [words.catalogue().templates[lang] for lang in LANGUAGES]
    for other in others:
        for key, template in other.items():
            assert set(FIELD.findall(template)) <= set(FIELD.findall(english[key])), key


def test_every_section_is_used() -> None:
    code = "".join([path.read_text(encoding="utf-8") for path in sorted(SOURCES.rglob("*.py"))])
    for key in words.catalogue().templates["en"]:
        section, _, name = key.partition(".")
        if section in ("refusal", "list_comma", "player", "outdated"):  # the kernel's own
            continue
        assert f"{key}" in code or f'"{name}"' in code or f"{section}.{{" in code or f"{section}.glyph" in code, key
