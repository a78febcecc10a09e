"""Embeds: lengths, the sum over a message, and pictures that refer to its own attachments."""

from __future__ import annotations

from typing import Any

from bot.sandbox.forms import Form, Path
from bot.sandbox.limits import LIMITS

Json = dict[str, Any]


def read_embeds(form: Form, path: Path, value: object) -> list[Json]:
    """The embeds as Discord would give them back; complaints go to `form`."""
    embeds = form.items(path, value, high=LIMITS.embeds)
    read = [_embed(form, (*path, index), embed) for index, embed in enumerate(embeds)]
    if sum(map(text_length, read)) > LIMITS.embed_total:
        message = f"Embed size exceeds maximum size of {LIMITS.embed_total}"
        form.wrong(path, "MAX_EMBED_SIZE_EXCEEDED", message)
    return read


def text_length(embed: Json) -> int:
    """The characters that count towards the sum over all embeds of a message."""
    fields = embed.get("fields", [])
    return (
        len(embed.get("title", ""))
        + len(embed.get("description", ""))
        + len(embed.get("footer", {}).get("text", ""))
        + len(embed.get("author", {}).get("name", ""))
        + sum(len(field["name"] or "") + len(field["value"] or "") for field in fields)
    )


def _embed(form: Form, path: Path, value: object) -> Json:
    embed = form.table(path, value)
    body: Json = {"type": "rich"}
    lengths = (("title", LIMITS.embed_title), ("description", LIMITS.embed_description), ("url", LIMITS.url))
    for name, high in lengths:
        if text := form.text((*path, name), embed.get(name), high=high):
            body[name] = text
    if embed.get("color") is not None:
        body["color"] = form.number((*path, "color"), embed["color"], low=0, high=0xFFFFFF, default=0)
    if embed.get("timestamp"):
        body["timestamp"] = embed["timestamp"]
    if embed.get("footer"):
        body["footer"] = _named(form, (*path, "footer"), embed["footer"], "text", LIMITS.embed_footer)
    if embed.get("author"):
        body["author"] = _named(form, (*path, "author"), embed["author"], "name", LIMITS.embed_author)
    for name in ("image", "thumbnail"):
        if embed.get(name):
            body[name] = _picture(form, (*path, name), embed[name])
    fields = form.items((*path, "fields"), embed.get("fields"), high=LIMITS.embed_fields)
    if fields:
        body["fields"] = [_field(form, (*path, "fields", index), field) for index, field in enumerate(fields)]
    if len(body) == 1:
        form.wrong((*path, "description"), "BASE_TYPE_REQUIRED", "This field is required")
    return body


def _named(form: Form, path: Path, value: object, name: str, high: int) -> Json:
    part = form.table(path, value)
    body: Json = {name: form.text((*path, name), part.get(name), low=1, high=high, required=True) or ""}
    for key in ("url", "icon_url"):
        if text := form.text((*path, key), part.get(key), high=LIMITS.url):
            body[key] = text
    return body


def _picture(form: Form, path: Path, value: object) -> Json:
    part = form.table(path, value)
    url = form.text((*path, "url"), part.get("url"), low=1, high=LIMITS.url, required=True) or ""
    if url and not url.startswith(("http://", "https://", "attachment://")):
        message = f"Scheme \"{url.partition(':')[0]}\" is not supported. Scheme must be one of ('http', 'https')."
        form.wrong((*path, "url"), "URL_TYPE_INVALID_SCHEME", message)
    return {"url": url}


def _field(form: Form, path: Path, value: object) -> Json:
    field = form.table(path, value)
    return {
        "name": form.text((*path, "name"), field.get("name"), low=1, high=LIMITS.embed_field_name, required=True),
        "value": form.text((*path, "value"), field.get("value"), low=1, high=LIMITS.embed_field_value, required=True),
        "inline": form.flag((*path, "inline"), field.get("inline")),
    }


def link_pictures(embeds: list[Json], urls: dict[str, str]) -> None:
    """Turns `attachment://name` into the address of the message's own file of that name, as Discord does."""
    for embed in embeds:
        for name in ("image", "thumbnail"):
            url = embed.get(name, {}).get("url", "")
            if url.startswith("attachment://"):
                real = urls.get(url.removeprefix("attachment://"))
                if real is not None:
                    embed[name] = {"url": real, "proxy_url": real}
