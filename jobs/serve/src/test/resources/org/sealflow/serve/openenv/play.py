"""Sends OpenEnv's frames by the library that its client uses; pings while it plays, as that does."""

import asyncio
import json
import sys

import websockets

base_url, *frames = sys.argv[1:]


async def main():
    url = base_url.rstrip("/").replace("http", "ws", 1) + "/ws"
    answers = []
    async with websockets.connect(
        url, open_timeout=10, max_size=100 << 20, ping_interval=0.02, ping_timeout=20
    ) as socket:
        for frame in frames:
            await socket.send(frame)
            answers.append(json.loads(await asyncio.wait_for(socket.recv(), 60)))
            await asyncio.wait_for(await socket.ping(), 20)
        await socket.send('{"type":"close"}')
    print(json.dumps(answers))


asyncio.run(main())
