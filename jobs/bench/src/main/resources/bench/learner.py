"""The benchmark's learner in plain PyTorch: reads a line of work, does it, answers with a line.

    python3 learner.py DIRECTORY THREADS ADAPTER_RANK PROMPT_TOKENS

The first two lines hold the batch and the prompts, as JSON. Then "forward", "training" and
"generation" are answered with "done", "logprobs" with JSON and "peak" with bytes.
"""

import json
import math
import mmap
import pathlib
import sys

import torch
import torch.nn.functional as F

DIRECTORY, THREADS, RANK, PROMPT_TOKENS = sys.argv[1], *map(int, sys.argv[2:5])
torch.set_num_threads(THREADS)
torch.manual_seed(1)
CONFIG = json.loads((pathlib.Path(DIRECTORY) / "config.json").read_text())
LAYERS, EPSILON = CONFIG["num_hidden_layers"], CONFIG["rms_norm_eps"]
HEADS, SHARED, WIDTH = CONFIG["num_attention_heads"], CONFIG["num_key_value_heads"], CONFIG["head_dim"]
FUSED = hasattr(F, "scaled_dot_product_attention")
PROJECTIONS = ["self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj",
               "mlp.gate_proj", "mlp.up_proj", "mlp.down_proj"]


def read():
    with open(pathlib.Path(DIRECTORY) / "model.safetensors", "rb") as file:
        view = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
    length = int.from_bytes(view[:8], "little")
    tensors = {}
    for name, entry in json.loads(view[8:8 + length]).items():
        begin, end = entry["data_offsets"]
        values = torch.frombuffer(
            view, dtype=torch.float32, count=(end - begin) // 4, offset=8 + length + begin)
        tensors[name] = values.reshape(entry["shape"]).clone()
    return tensors


W = read()
TRAINED = W
if RANK:
    TRAINED = {}
    for layer in range(LAYERS):
        for projection in PROJECTIONS:
            name = f"model.layers.{layer}.{projection}"
            outputs, inputs = W[name + ".weight"].shape
            TRAINED[name + ".lora_A"] = torch.rand(RANK, inputs) * 0.02 - 0.01
            TRAINED[name + ".lora_B"] = torch.zeros(outputs, RANK)
    W.update(TRAINED)
for tensor in TRAINED.values():
    tensor.requires_grad_(True)
OPTIMIZER = torch.optim.AdamW(TRAINED.values(), lr=1e-5, weight_decay=0.01)


def frequencies():
    plain = CONFIG["rope_theta"] ** (-torch.arange(0, WIDTH, 2, dtype=torch.float64) / WIDTH)
    scaling = CONFIG.get("rope_scaling")
    if not scaling or scaling.get("rope_type") != "llama3":
        return plain
    low, high = scaling["low_freq_factor"], scaling["high_freq_factor"]
    turns = scaling["original_max_position_embeddings"] * plain / (2 * math.pi)
    kept = ((turns - low) / (high - low)).clamp(0, 1)
    return plain * kept + plain / scaling["factor"] * (1 - kept)


ANGLES = torch.outer(torch.arange(4096, dtype=torch.float64), torch.cat([frequencies()] * 2))
COS, SIN = ANGLES.cos().float(), ANGLES.sin().float()


def normalize(x, name):
    return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + EPSILON) * W[name + ".weight"]


def project(x, name):
    y = F.linear(x, W[name + ".weight"], W.get(name + ".bias"))
    if name + ".lora_A" in W:
        y = y + F.linear(F.linear(x, W[name + ".lora_A"]), W[name + ".lora_B"]) * 2
    return y


def heads(h, prefix, which, count):
    x = project(h, f"{prefix}self_attn.{which}_proj").view(h.shape[0], h.shape[1], count, WIDTH)
    norm = f"{prefix}self_attn.{which}_norm"
    return (normalize(x, norm) if norm + ".weight" in W else x).transpose(1, 2)


def rotate(x, position):
    cos, sin = (table[position:position + x.shape[2]] for table in (COS, SIN))
    left, right = x.chunk(2, -1)
    return x * cos + torch.cat([-right, left], -1) * sin


def attend(q, k, v, causal):
    rows, _, tokens, _ = q.shape
    if FUSED and causal:
        k, v = (x.repeat_interleave(HEADS // SHARED, 1) for x in (k, v))
        attended = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    else:
        grouped = q.reshape(rows, SHARED, -1, WIDTH)
        scores = grouped @ k.transpose(2, 3) / math.sqrt(WIDTH)
        if causal:
            mask = torch.full((tokens, tokens), -1e30).triu(1)
            scores = (scores.view(rows, SHARED, -1, tokens, tokens) + mask).view(scores.shape)
        attended = (scores.softmax(-1) @ v).view(rows, HEADS, tokens, WIDTH)
    return attended.transpose(1, 2).reshape(rows, tokens, -1)


def block(x, layer, position, cache):
    prefix = f"model.layers.{layer}."
    h = normalize(x, prefix + "input_layernorm")
    q = rotate(heads(h, prefix, "q", HEADS), position)
    k = rotate(heads(h, prefix, "k", SHARED), position)
    v = heads(h, prefix, "v", SHARED)
    if cache is not None:
        if position:
            k, v = (torch.cat(pair, 2) for pair in zip(cache[layer], (k, v)))
        cache[layer] = (k, v)
    x = x + project(attend(q, k, v, x.shape[1] > 1), prefix + "self_attn.o_proj")
    h = normalize(x, prefix + "post_attention_layernorm")
    inner = F.silu(project(h, prefix + "mlp.gate_proj")) * project(h, prefix + "mlp.up_proj")
    return x + project(inner, prefix + "mlp.down_proj")


def head(x):
    tied = CONFIG["tie_word_embeddings"]
    weight = W["model.embed_tokens.weight" if tied else "lm_head.weight"]
    return F.linear(normalize(x, "model.norm"), weight)


def trunk(ids, position=0, cache=None):
    x = F.embedding(ids, W["model.embed_tokens.weight"])
    for layer in range(LAYERS):
        x = block(x, layer, position, cache)
    return x


def log_probs(rows):
    logits = head(trunk(rows[:, :-1]))
    return logits.log_softmax(-1).gather(-1, rows[:, 1:, None]).squeeze(-1)


def train(rows):
    scored = log_probs(rows)
    slopes = torch.ones_like(scored) / scored.numel()
    slopes[::2] *= -1
    scored.backward(slopes)
    torch.nn.utils.clip_grad_norm_(TRAINED.values(), 1)
    OPTIMIZER.step()
    OPTIMIZER.zero_grad()


def generate(prompts):
    cache, position, ids = [None] * LAYERS, 0, prompts
    for _ in range(PROMPT_TOKENS):
        logits = head(trunk(ids, position, cache)[:, -1])
        position += ids.shape[1]
        ids = torch.multinomial(logits.softmax(-1), 1)


def peak():
    for line in open("/proc/self/status"):
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0


def main():
    rows = torch.tensor(json.loads(sys.stdin.readline()))
    prompts = torch.tensor(json.loads(sys.stdin.readline()))
    print(torch.__version__, flush=True)
    for line in sys.stdin:
        work = line.strip()
        answer = "done"
        if work == "training":
            train(rows)
        else:
            with torch.no_grad():
                if work == "forward":
                    log_probs(rows)
                elif work == "generation":
                    generate(prompts)
                elif work == "logprobs":
                    answer = json.dumps(log_probs(rows).tolist())
                elif work == "peak":
                    answer = str(peak())
        print(answer, flush=True)


main()
