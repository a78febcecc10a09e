# Two stages: the first installs and compiles, the second holds only what runs.
# Python 3.11 is what the tests run on; another needs the tests run on it first.
FROM python:3.11-slim AS build
WORKDIR /syntagma
COPY requirements.lock ./
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY engine engine/
COPY images images/
COPY bot bot/
RUN /venv/bin/python -m compileall -q engine images bot

FROM python:3.11-slim
RUN useradd --system --uid 10001 --no-create-home syntagma && install --directory --owner=syntagma /data
WORKDIR /syntagma
COPY LICENSE ./
COPY --from=build /venv /venv
COPY --from=build /syntagma ./
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    SYNTAGMA_DB=/data/syntagma.db \
    SYNTAGMA_VOLUME=/data
USER syntagma
# No VOLUME: the engine would make up a nameless one, which the next container does not find.
HEALTHCHECK --interval=60s --timeout=15s --start-period=60s CMD ["python", "-m", "bot", "health"]
# In this form the bot is the container's first process, so that SIGTERM reaches it and it ends in order.
STOPSIGNAL SIGTERM
CMD ["python", "-m", "bot"]
