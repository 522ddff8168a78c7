"""Plays as NeMo Gym's two agents do, by their HTTP library and with their way with cookies."""

import asyncio
import json
import sys

import aiohttp

base_url, agent, row, *replies = sys.argv[1:]
row = json.loads(row)
replies = [json.loads(reply) for reply in replies]


def response(items):
    return {"id": "resp_1", "object": "response", "model": "m", "output": items, "usage": None}


async def simple(session):
    """Seeds, calls each tool at its path, verifies; keeps the cookies of the last answer alone."""

    async def post(path, body, cookies):
        async with session.post(base_url + path, json=body, cookies=cookies) as answer:
            return await answer.text(), answer.cookies

    _, cookies = await post("seed_session", row, None)
    output = []
    for items in replies:
        output += items
        for item in items:
            if item["type"] == "function_call":
                arguments = json.loads(item["arguments"])
                text, cookies = await post(item["name"], arguments, cookies)
                call = item["call_id"]
                output.append({"type": "function_call_output", "call_id": call, "output": text})
    verified, _ = await post("verify", row | {"response": response(output)}, cookies)
    return json.loads(verified)


async def gymnasium(session):
    """Resets, sends each reply as a step until the episode is over, closes; cookies add up."""
    cookies = {}

    async def post(path, body):
        async with session.post(base_url + path, json=body, cookies=cookies) as answer:
            cookies.update({name: cookie.value for name, cookie in answer.cookies.items()})
            return await answer.json()

    shown = [await post("reset", row)]
    for items in replies:
        shown.append(await post("step", row | {"response": response(items)}))
        if shown[-1]["terminated"] or shown[-1]["truncated"]:
            break
    await post("close", {})
    return shown


async def main():
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
        print(json.dumps(await {"simple": simple, "gymnasium": gymnasium}[agent](session)))


asyncio.run(main())
