"""Discord's numbers, in one table. Each is broken on purpose by a raw HTTP test."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Limits:
    """Lengths are in characters, sizes in bytes, spans in seconds of the sandbox's clock."""

    # Messages.
    content: int = 2000
    embeds: int = 10
    embed_total: int = 6000
    embed_title: int = 256
    embed_description: int = 4096
    embed_fields: int = 25
    embed_field_name: int = 256
    embed_field_value: int = 1024
    embed_footer: int = 2048
    embed_author: int = 256
    url: int = 2048
    attachments: int = 10
    attachment_description: int = 1024
    attachment_size: int = 10 * 1024 * 1024
    nonce: int = 25
    allowed_mentions: int = 100
    pins: int = 250
    messages_page: int = 100

    # Components.
    rows: int = 5
    row_buttons: int = 5
    label: int = 80
    custom_id: int = 100
    button_url: int = 512
    placeholder: int = 150
    select_options: int = 25
    option_label: int = 100
    option_value: int = 100
    option_description: int = 100
    modal_title: int = 45
    modal_rows: int = 5
    modal_label: int = 45
    modal_description: int = 100
    text_input: int = 4000
    text_placeholder: int = 100

    # Commands.
    global_commands: int = 100
    guild_commands: int = 100
    menu_commands: int = 15
    command_name: int = 32
    command_description: int = 100
    command_options: int = 25
    command_total: int = 8000
    choices: int = 25
    choice_name: int = 100
    choice_value: int = 100
    option_length: int = 6000

    # Interactions.
    acknowledge_within: float = 3.0
    token_life: float = 15 * 60.0
    autocomplete_choices: int = 25

    # Channels.
    thread_name: int = 100
    bulk_delete: int = 100

    # Time.
    nonce_memory: float = 300.0
    old_message: float = 3600.0
    # Discord does not publish this one; three per channel in twenty seconds is what bot authors have measured.
    old_edits: int = 3
    old_edit_window: float = 20.0
    bulk_delete_age: float = 14 * 86400.0


LIMITS: Final = Limits()

COMMAND_NAME: Final = re.compile(r"[-_'\w]{1,32}")
"""What a command's or option's name may be made of (and it must be its own lower case)."""


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `count` requests in `span` seconds for one bucket."""

    count: int
    span: float


GENEROUS: Final = Rate(10_000, 1.0)
"""The bucket of every route unless the sandbox is asked to be as strict as Discord: tests should not wait."""

STRICT: Final[dict[str, Rate]] = {
    "POST /channels/{channel_id}/messages": Rate(5, 5.0),
    "PATCH /channels/{channel_id}/messages/{message_id}": Rate(5, 5.0),
    "DELETE /channels/{channel_id}/messages/{message_id}": Rate(5, 1.0),
    "POST /webhooks/{application_id}/{token}": Rate(5, 2.0),
    "PATCH /webhooks/{application_id}/{token}/messages/{message_id}": Rate(5, 2.0),
    "POST /users/@me/channels": Rate(10, 10.0),
    "*": Rate(50, 1.0),
}
"""About what Discord sends today (it may change and is learnt from the answers' headers); `*` is every other route."""
