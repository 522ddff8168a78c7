"""An agent of Python's standard library: asks, calls its tool, asks again; whole answers."""

import json
import sys
import urllib.request

base_url, episode = sys.argv[1:]
messages = [{"role": "user", "content": "Which files are here?"}]


def ask():
    request = urllib.request.Request(
        base_url + "/chat/completions",
        json.dumps({"model": "any", "messages": messages}).encode(),
        {
            "Content-Type": "application/json",
            "Authorization": "Bearer sk-python",
            "X-Sealflow-Episode": episode,
        },
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["choices"][0]["message"]


while True:
    message = ask()
    messages.append(message)
    if not message.get("tool_calls"):
        break
    for call in message["tool_calls"]:
        messages.append({"role": "tool", "tool_call_id": call["id"], "content": '["a.txt"]'})
print(message["content"])
