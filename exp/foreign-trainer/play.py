"""Plays the tasks of `sealflow serve environment` with any OpenAI-compatible policy, and evaluates it.

Only the protocol of AgentEvolver's and SEAL's environment service is used, and nothing beyond
Python's standard library:

  python3 play.py --environment http://127.0.0.1:8000 --policy http://127.0.0.1:8010/v1 --model nano
"""

import argparse
import concurrent.futures
import json
import sys
import urllib.error
import urllib.request


def post(url, body):
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=300) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        raise Refused(refused.code, f"{url}: {refused.code} {refused.read().decode()}") from None


class Refused(Exception):
    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


class Environment:
    def __init__(self, base):
        self.base = base.rstrip("/")

    def call(self, path, **body):
        return post(f"{self.base}/{path}", body)["data"]

    def tasks(self, split):
        return self.call("get_env_profile", params={"split": split})


def answer(arguments, messages):
    body = {
        "model": arguments.model,
        "messages": messages,
        "temperature": arguments.temperature,
        "max_tokens": arguments.max_tokens,
    }
    choice = post(arguments.policy.rstrip("/") + "/chat/completions", body)["choices"][0]
    return choice["message"]["content"] or ""


def episode(environment, arguments, task):
    """Plays a task once; its reward, and how many answers it took."""
    params = {"rollout_mode": "validation"} if arguments.strict else {}
    if arguments.style:
        params["tool_prompt_mode"] = arguments.style
    begun = environment.call("create", task_id=task, params=params)
    instance = begun["info"]["instance_id"]
    messages = [{"role": each["role"], "content": each["content"]} for each in begun["state"]]
    steps = 0
    try:
        over = False
        while not over and steps < arguments.max_steps:
            try:
                said = {"role": "assistant", "content": answer(arguments, messages)}
            except Refused as refused:
                if refused.status != 400:
                    raise
                # The conversation has outgrown the policy's context, as a rule.
                print(f"{task} is left after {steps} answers: {refused}", file=sys.stderr)
                break
            state = environment.call("step", instance_id=instance, messages=said)
            messages.append(said)
            messages.extend({"role": s["role"], "content": s["content"]} for s in state["state"])
            over = state["is_terminated"]
            steps += 1
        return environment.call("evaluate", instance_id=instance, params={"sparse": True}), steps
    finally:
        environment.call("release", instance_id=instance)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--environment", default="http://127.0.0.1:8000")
    parser.add_argument("--policy", required=True, help="base URL of an OpenAI-compatible server")
    parser.add_argument("--model", required=True)
    parser.add_argument("--split", default="train")
    parser.add_argument("--tasks", type=int, help="the first so many (default: all)")
    parser.add_argument("--samples", type=int, default=1, help="episodes of each task")
    parser.add_argument("--strict", action="store_true", help="shows no patch to any episode")
    parser.add_argument("--style", help="how tools are written, such as signatures")
    parser.add_argument("--temperature", type=float, default=0.0)
    parser.add_argument("--max-tokens", type=int, default=256)
    parser.add_argument("--max-steps", type=int, default=40, help="answers in an episode")
    parser.add_argument("--threads", type=int, default=8)
    arguments = parser.parse_args()
    environment = Environment(arguments.environment)
    tasks = environment.tasks(arguments.split)[: arguments.tasks]
    plan = [task for task in tasks for _ in range(arguments.samples)]
    with concurrent.futures.ThreadPoolExecutor(arguments.threads) as threads:
        played = list(threads.map(lambda task: episode(environment, arguments, task), plan))
    rewards = [reward for reward, _ in played]
    for i, task in enumerate(tasks):
        mine = rewards[i * arguments.samples : (i + 1) * arguments.samples]
        print(f"{task}  {sum(mine):.0f}/{len(mine)}")
    print(
        f"{len(rewards)} episodes of {len(tasks)} tasks, {sum(s for _, s in played)} answers,"
        f" mean reward {sum(rewards) / len(rewards):.3f}"
    )


if __name__ == "__main__":
    main()
