"""What PyTorch computes for small policies, written from the formulas alone; prints JSON.

    python3 oracle.py > oracle.json

In double precision: one row at a time, one head at a time, autograd for every derivative, AdamW of
torch.optim. oracle.json was made with Debian's python3-torch 1.13. Weights, tokens and scores are
drawn by `Draws`, which the Java side repeats, so that only results are stored.
"""

import json
import math
import sys

import torch

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)


class Draws:
    """Numbers of a linear congruential generator, on a grid that single precision holds exactly."""

    def __init__(self, seed):
        self.state = seed

    def whole(self, bound):
        self.state = (1103515245 * self.state + 12345) % 2**31
        return (self.state >> 15) * bound >> 16

    def real(self, centre, spread):
        return centre + (self.whole(65536) - 32768) / 32768 * spread

    def reals(self, count, centre, spread):
        return [self.real(centre, spread) for _ in range(count)]


# ---- The models

QWEN2 = {
    "architectures": ["Qwen2ForCausalLM"],
    "vocab_size": 11, "hidden_size": 8, "num_hidden_layers": 2, "intermediate_size": 12,
    "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 4, "rms_norm_eps": 1e-6,
    "rope_theta": 10000.0, "max_position_embeddings": 64, "tie_word_embeddings": True,
}
QWEN3 = dict(
    QWEN2, architectures=["Qwen3ForCausalLM"], num_attention_heads=3, num_key_value_heads=1,
    head_dim=6, rope_theta=1000000.0)
LLAMA = dict(
    QWEN2, architectures=["LlamaForCausalLM"], num_key_value_heads=4, tie_word_embeddings=False,
    rope_theta=100.0,
    rope_scaling={
        "rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
        "original_max_position_embeddings": 16})

PROJECTIONS = ["self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj",
               "mlp.gate_proj", "mlp.up_proj", "mlp.down_proj"]


def sizes(config, projection):
    """Outputs and inputs of a projection."""
    width, inner = config["hidden_size"], config["intermediate_size"]
    queries = config["num_attention_heads"] * config["head_dim"]
    keys = config["num_key_value_heads"] * config["head_dim"]
    return {
        "self_attn.q_proj": (queries, width), "self_attn.k_proj": (keys, width),
        "self_attn.v_proj": (keys, width), "self_attn.o_proj": (width, queries),
        "mlp.gate_proj": (inner, width), "mlp.up_proj": (inner, width),
        "mlp.down_proj": (width, inner),
    }[projection]


def shapes(config):
    """Every tensor of a checkpoint, by the names that Hugging Face gives them."""
    family = config["architectures"][0]
    width = config["hidden_size"]
    found = {
        "model.embed_tokens.weight": (config["vocab_size"], width), "model.norm.weight": (width,)}
    if not config["tie_word_embeddings"]:
        found["lm_head.weight"] = (config["vocab_size"], width)
    for layer in range(config["num_hidden_layers"]):
        prefix = f"model.layers.{layer}."
        found[prefix + "input_layernorm.weight"] = (width,)
        found[prefix + "post_attention_layernorm.weight"] = (width,)
        for projection in PROJECTIONS:
            found[prefix + projection + ".weight"] = sizes(config, projection)
        if family == "Qwen2ForCausalLM":
            for projection in PROJECTIONS[:3]:
                found[prefix + projection + ".bias"] = sizes(config, projection)[:1]
        if family == "Qwen3ForCausalLM":
            found[prefix + "self_attn.q_norm.weight"] = (config["head_dim"],)
            found[prefix + "self_attn.k_norm.weight"] = (config["head_dim"],)
    return found


def adapter_shapes(config, rank):
    found = {}
    for layer in range(config["num_hidden_layers"]):
        for projection in PROJECTIONS:
            outputs, inputs = sizes(config, projection)
            name = f"model.layers.{layer}.{projection}.lora_"
            found[name + "A"] = (rank, inputs)
            found[name + "B"] = (outputs, rank)
    return found


def drawn(shapes_by_name, seed):
    """Tensors in the order of their names: norms around 1, all else around 0."""
    draws = Draws(seed)
    tensors = {}
    for name in sorted(shapes_by_name):
        shape = shapes_by_name[name]
        centre = 1 if "norm" in name else 0
        spread = 1.0 if "embed" in name or "lm_head" in name else 0.25
        tensors[name] = torch.tensor(draws.reals(math.prod(shape), centre, spread)).reshape(shape)
    return tensors


def frequencies(config):
    """Radians per position of each pair of a head; scaled as published with Llama 3.1."""
    width = config["head_dim"]
    plain = [config["rope_theta"] ** (-2 * i / width) for i in range(width // 2)]
    scaling = config.get("rope_scaling")
    if scaling is None:
        return plain
    trained = scaling["original_max_position_embeddings"]
    low, high = scaling["low_freq_factor"], scaling["high_freq_factor"]
    scaled = []
    for frequency in plain:
        turns = trained * frequency / (2 * math.pi)
        kept = min(1.0, max(0.0, (turns - low) / (high - low)))
        scaled.append(frequency * kept + frequency / scaling["factor"] * (1 - kept))
    return scaled


def rotate(x, angles):
    """Turns the pairs (i, i + half) of x [T, C] as complex numbers."""
    half = x.shape[1] // 2
    turned = torch.complex(x[:, :half], x[:, half:]) * torch.polar(torch.ones_like(angles), angles)
    return torch.cat([turned.real, turned.imag], 1)


class Model:
    def __init__(self, config, tensors, adapters, adapter_scale):
        self.config = config
        self.tensors = tensors
        self.adapters = adapters
        self.adapter_scale = adapter_scale

    def normalize(self, x, name):
        mean_square = (x * x).mean(-1, keepdim=True)
        return x / torch.sqrt(mean_square + self.config["rms_norm_eps"]) * self.tensors[name]

    def project(self, x, name):
        weight = self.tensors[name + ".weight"]
        if name + ".lora_A" in self.adapters:
            change = self.adapters[name + ".lora_B"] @ self.adapters[name + ".lora_A"]
            weight = weight + self.adapter_scale * change
        y = x @ weight.T
        return y + self.tensors[name + ".bias"] if name + ".bias" in self.tensors else y

    def head(self, x, index, norm):
        width = self.config["head_dim"]
        part = x[:, index * width:(index + 1) * width]
        return self.normalize(part, norm) if norm in self.tensors else part

    def attention(self, x, prefix):
        length = x.shape[0]
        angles = torch.outer(torch.arange(length, dtype=torch.float64),
                             torch.tensor(frequencies(self.config)))
        allowed = torch.tril(torch.ones(length, length, dtype=torch.bool))
        q, k, v = (self.project(x, f"{prefix}self_attn.{which}_proj") for which in "qkv")
        shared = self.config["num_attention_heads"] // self.config["num_key_value_heads"]
        outputs = []
        for index in range(self.config["num_attention_heads"]):
            query = rotate(self.head(q, index, prefix + "self_attn.q_norm.weight"), angles)
            key = rotate(self.head(k, index // shared, prefix + "self_attn.k_norm.weight"), angles)
            scores = query @ key.T / math.sqrt(self.config["head_dim"])
            shares = torch.softmax(scores.masked_fill(~allowed, -math.inf), -1)
            outputs.append(shares @ self.head(v, index // shared, ""))
        return self.project(torch.cat(outputs, -1), prefix + "self_attn.o_proj")

    def feed_forward(self, x, prefix):
        gate = self.project(x, prefix + "mlp.gate_proj")
        inner = gate * torch.sigmoid(gate) * self.project(x, prefix + "mlp.up_proj")
        return self.project(inner, prefix + "mlp.down_proj")

    def log_probs(self, tokens, temperature):
        """Of each token but the first, given those before it."""
        x = self.tensors["model.embed_tokens.weight"][torch.tensor(tokens[:-1])]
        for layer in range(self.config["num_hidden_layers"]):
            prefix = f"model.layers.{layer}."
            x = x + self.attention(self.normalize(x, prefix + "input_layernorm.weight"), prefix)
            x = x + self.feed_forward(
                self.normalize(x, prefix + "post_attention_layernorm.weight"), prefix)
        tied = self.config["tie_word_embeddings"]
        head = self.tensors["model.embed_tokens.weight" if tied else "lm_head.weight"]
        logits = self.normalize(x, "model.norm.weight") @ head.T / temperature
        places = torch.arange(len(tokens) - 1)
        return torch.log_softmax(logits, -1)[places, torch.tensor(tokens[1:])]


# ---- The objective

def token_losses(current, row, settings):
    """Losses [N] of a row's scored tokens: clipped, and drawn towards the reference."""
    log_ratio = current - row["old"]
    if settings["ratio"] == "sequence":
        log_ratio = log_ratio.mean().expand(log_ratio.shape)
    ratio = torch.exp(log_ratio)
    advantage = row["advantages"]
    held = torch.clamp(ratio, 1 - settings["clipLow"], 1 + settings["clipHigh"])
    loss = torch.maximum(-advantage * ratio, -advantage * held)
    if settings["dualClip"] is not None:
        loss = torch.where(
            advantage < 0, torch.minimum(-advantage * settings["dualClip"], loss), loss)
    if settings["importanceCap"] is not None:
        weight = torch.exp(row["old"] - row["engine"])
        loss = loss * torch.clamp(weight, max=settings["importanceCap"])
    distance = torch.clamp(row["reference"] - current, -20, 20)
    k3 = torch.clamp(torch.exp(distance) - distance - 1, -10, 10)
    return loss + settings["klCoefficient"] * k3


def objective(currents, rows, settings):
    losses = [token_losses(current, row, settings) for current, row in zip(currents, rows)]
    if settings["aggregation"] == "token-mean":
        return torch.cat(losses).mean()
    if settings["aggregation"] == "sequence-mean":
        return torch.stack([loss.mean() for loss in losses]).mean()
    return torch.stack([loss.sum() / settings["lengthConstant"] for loss in losses]).mean()


def settings(ratio, aggregation, dual_clip, cap, kl):
    return {"clipLow": 0.2, "clipHigh": 0.28, "dualClip": dual_clip, "ratio": ratio,
            "aggregation": aggregation, "lengthConstant": 16, "klCoefficient": kl,
            "importanceCap": cap}


def row_of(draws, count, centre, distance):
    """What is known of a row's scored tokens, with log-probabilities around a centre."""
    old = torch.tensor(draws.reals(count, centre, distance))
    reference = torch.tensor(draws.reals(count, centre, distance))
    engine = torch.tensor(draws.reals(count, centre, distance))
    advantages = torch.tensor(draws.reals(count, 0, 2.0))
    return {"old": old, "reference": reference, "engine": engine, "advantages": advantages}


# ---- The cases

def shown(values, digits=8):
    return [float(f"{value:.{digits}g}") for value in values]


def objective_case(seed, chosen):
    """Loss and gradient by log-probabilities of 5 rows of 1 to 9 tokens, drawn from a seed."""
    draws = Draws(seed)
    rows, currents = [], []
    for _ in range(5):
        count = 1 + draws.whole(9)
        currents.append(torch.tensor(draws.reals(count, -2.0, 1.5), requires_grad=True))
        rows.append(row_of(draws, count, -2.0, 1.5))
    loss = objective(currents, rows, chosen)
    loss.backward()
    return {"seed": seed, "settings": chosen, "loss": shown([loss.item()])[0],
            "gradients": [shown(current.grad.tolist()) for current in currents]}


LIMITS = [(None, None, 0.0), (2.5, None, 0.25), (None, 1.5, 0.0), (2.5, 1.5, 0.25)]


def objective_cases():
    cases = []
    for ratio in ["token", "sequence"]:
        for aggregation in ["token-mean", "sequence-mean", "dr-grpo"]:
            for dual_clip, cap, kl in LIMITS:
                chosen = settings(ratio, aggregation, dual_clip, cap, kl)
                cases.append(objective_case(100 + len(cases), chosen))
    return cases


LENGTHS = [9, 5, 14]
FIRST_SCORED = [3, 1, 6]
TEMPERATURE = 0.75
ADAMW = {"beta1": 0.875, "beta2": 0.96875, "epsilon": 1e-6, "weightDecay": 0.0625}
RATE, LARGEST_NORM = 0.015625, 0.5


def model_case(name, config, seed, chosen, rank):
    """Gradients of the first pass, and weights after two clipped steps over the same rows."""
    tensors = drawn(shapes(config), seed)
    adapters = {} if rank == 0 else drawn(adapter_shapes(config, rank), seed + 1)
    trained = adapters if adapters else tensors
    for tensor in trained.values():
        tensor.requires_grad_(True)
    model = Model(config, tensors, adapters, 2.0)
    draws = Draws(seed + 2)
    tokens = [[draws.whole(config["vocab_size"]) for _ in range(length)] for length in LENGTHS]
    rows = [row_of(draws, length - first, -2.5, 0.5)
            for length, first in zip(LENGTHS, FIRST_SCORED)]
    optimizer = torch.optim.AdamW(
        trained.values(), lr=RATE, betas=(ADAMW["beta1"], ADAMW["beta2"]), eps=ADAMW["epsilon"],
        weight_decay=ADAMW["weightDecay"])
    case = {"name": name, "config": config, "seed": seed, "adapterRank": rank, "settings": chosen,
            "losses": [], "norms": []}
    for step in range(2):
        optimizer.zero_grad()
        currents = [model.log_probs(row, TEMPERATURE)[first - 1:]
                    for row, first in zip(tokens, FIRST_SCORED)]
        loss = objective(currents, rows, chosen)
        loss.backward()
        if step == 0:
            case["logProbs"] = [shown(current.tolist()) for current in currents]
            case["gradients"] = by_name(trained, lambda tensor: tensor.grad)
        norm = torch.nn.utils.clip_grad_norm_(trained.values(), LARGEST_NORM)
        optimizer.step()
        case["losses"].append(shown([loss.item()])[0])
        case["norms"].append(shown([norm.item()])[0])
    case["weights"] = by_name(trained, lambda tensor: tensor.detach(), 6)
    return case


def by_name(tensors, value, digits=8):
    return {
        name: shown(value(tensors[name]).flatten().tolist(), digits) for name in sorted(tensors)}


def model_cases():
    return [
        model_case("qwen2", QWEN2, 11, settings("token", "token-mean", 10.0, 2.0, 0.0625), 0),
        model_case("qwen3", QWEN3, 21, settings("token", "sequence-mean", 3.0, None, 0.0), 0),
        model_case("llama3", LLAMA, 31, settings("sequence", "dr-grpo", None, 1.5, 0.25), 0),
        model_case("qwen2-adapters", QWEN2, 41, settings("token", "dr-grpo", 3.0, None, 0.0625), 2),
    ]


def main():
    head = {"lengths": LENGTHS, "firstScored": FIRST_SCORED, "temperature": TEMPERATURE,
            "adamW": ADAMW, "learningRate": RATE, "largestNorm": LARGEST_NORM}
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    for key, cases in [("objectives", objective_cases()), ("models", model_cases())]:
        rows = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
        lines.append(f"{json.dumps(key)}: [\n{rows}\n]")
    sys.stdout.write("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
