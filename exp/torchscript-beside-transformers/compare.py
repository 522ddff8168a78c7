"""Compares the learner's TorchScript with Hugging Face transformers: the same random weights, the
same rows, one process.

    python3 compare.py --shape qwen2.5-0.5b --device cuda
    python3 compare.py --shape tiny --device cpu --check

Needs PyTorch 2.4 or later and transformers 4.56 or later. README.md beside this file says what is
measured. With --check the exit status is 1 where the two differ by more than rounding, or where the
learner's functions are the slower ones or take more memory; without it only where they differ.
"""

import argparse
import contextlib
import dataclasses
import functools
import io
import json
import math
import pathlib
import re
import statistics
import struct
import sys
import time
import zipfile

import torch
import torch.nn.functional as F
import transformers

SOURCES = pathlib.Path(__file__).resolve().parents[2] / (
    "operators/model/src/main/resources/org/sealflow/model/script")
PROJECTIONS = ["self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj",
               "mlp.gate_proj", "mlp.up_proj", "mlp.down_proj"]
EPSILON, THETA, VOCABULARY = 1e-6, 1e6, 151_936
# Logits at a time: the default of the learner's settings.
LOGIT_BUDGET = 1 << 25


@dataclasses.dataclass(frozen=True)
class Shape:
    layers: int
    width: int
    inner: int
    heads: int
    shared: int
    vocabulary: int
    tied: bool


# Those of Qwen2.5, and one that is done in a moment on a processor.
SHAPES = {
    "tiny": Shape(2, 128, 352, 4, 2, 1_000, True),
    "qwen2.5-0.5b": Shape(24, 896, 4_864, 14, 2, VOCABULARY, True),
    "qwen2.5-1.5b": Shape(28, 1_536, 8_960, 12, 2, VOCABULARY, True),
    "qwen2.5-7b": Shape(28, 3_584, 18_944, 28, 4, 152_064, False),
}


# ---- What both sides work on


@dataclasses.dataclass(frozen=True)
class Adapters:
    """Low-rank adapters, in single precision, by the projections that they belong to."""

    pairs: dict
    scale: float

    @staticmethod
    def random(model, rank):
        """Of all projections; the same for equal models."""
        pairs = {}
        draws = torch.Generator().manual_seed(7)
        for name, weight in model.named_parameters():
            projection = name.removesuffix(".weight")
            if projection.split(".", 3)[-1] in PROJECTIONS and name.endswith(".weight"):
                outputs, inputs = weight.shape
                a = torch.randn(rank, inputs, generator=draws) / math.sqrt(inputs)
                b = torch.randn(outputs, rank, generator=draws) * 0.02
                pairs[projection] = [t.to(weight.device).requires_grad_(True) for t in (a, b)]
        return Adapters(pairs, 2.0)

    def tensors(self):
        return [tensor for pair in self.pairs.values() for tensor in pair]

    def gradients(self):
        return [tensor.grad for tensor in self.tensors()]


class Adapted(torch.nn.Module):
    """A linear map of transformers with an adapter beside it, as PEFT computes it."""

    def __init__(self, linear, pair, scale):
        super().__init__()
        self.linear, self.scale = linear, scale
        self.a, self.b = (torch.nn.Parameter(t.detach(), requires_grad=True) for t in pair)

    def forward(self, x):
        y = self.linear(x)
        change = F.linear(F.linear(x.to(self.a.dtype), self.a), self.b) * self.scale
        return y + change.to(y.dtype)


def random_model(shape, dtype, device):
    config = transformers.Qwen2Config(
        num_hidden_layers=shape.layers, hidden_size=shape.width, intermediate_size=shape.inner,
        num_attention_heads=shape.heads, num_key_value_heads=shape.shared,
        vocab_size=shape.vocabulary, tie_word_embeddings=shape.tied, rms_norm_eps=EPSILON,
        max_position_embeddings=32_768, rope_theta=THETA,
        rope_parameters={"rope_type": "default", "rope_theta": THETA},
        bos_token_id=None, eos_token_id=None, pad_token_id=None)
    torch.manual_seed(1)
    with torch.device(device):
        model = transformers.AutoModelForCausalLM.from_config(
            config, dtype=dtype, attn_implementation="sdpa")
    # The library starts biases at zero and norms at one: none would be missed if it were left out.
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name.endswith(".bias"):
                parameter.normal_(0, 0.05)
            elif parameter.dim() == 1:
                parameter.normal_(1, 0.1)
            parameter.requires_grad_(False)
    return model


def slopes(targets):
    """Derivatives of a loss by each log-probability: of both signs, as advantages are."""
    values = torch.full(targets.shape, -1.0 / targets.numel(), device=targets.device)
    values[::2] *= -1
    return values


# ---- The learner's side


def archive(source):
    """The archive that libtorch loads: the text stands in it as methods, and is compiled then."""
    names = re.findall(r"(?m)^def (\w+)\(", source)
    body = re.sub(r"(?<![\w.])(?<!def )(%s)\(" % "|".join(names), r"self.\1(", source)
    body = re.sub(r"(?m)^def (\w+)\(", r"def \1(self: __torch__.Functions, ", body)
    body = "".join("  " + line if line.strip() else line for line in body.splitlines(True))
    head = ("class Functions(Module):\n  __parameters__ = []\n  __buffers__ = []\n"
            "  training : bool\n")
    module = (b"\x80\x02c__torch__\nFunctions\n)\x81}(X" + struct.pack("<I", 8)
              + b"training\x88ub.")
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as file:
        for name, content in (("data.pkl", module), ("code/__torch__.py", head + body),
                              ("constants.pkl", b"\x80\x02)."), ("version", "10\n")):
            file.writestr("functions/" + name, content)
    target.seek(0)
    return target


def functions():
    text = (SOURCES / "transformer.txt").read_text()
    try:
        return torch.jit.load(archive(text + (SOURCES / "linear_onednn.txt").read_text()))
    except RuntimeError:
        return torch.jit.load(archive(text + (SOURCES / "linear_plain.txt").read_text()))


class Learner:
    """Calls the functions as the learner does: layers recomputed or kept, the vocabulary in chunks."""

    name = "learner"

    def __init__(self, model, shape, adapters, recompute, positions):
        self.script, self.shape, self.adapters = functions(), shape, adapters
        self.recompute, self.head_width = recompute, shape.width // shape.heads
        weights = dict(model.named_parameters())
        self.top = {"embedding": weights["model.embed_tokens.weight"],
                    "norm": weights["model.norm.weight"],
                    "head": weights["model.embed_tokens.weight" if shape.tied else "lm_head.weight"]}
        self.layers = []
        for layer in range(shape.layers):
            prefix = f"model.layers.{layer}."
            tensors = {name.removeprefix(prefix): tensor
                       for name, tensor in weights.items() if name.startswith(prefix)}
            for projection, (a, b) in adapters.pairs.items():
                if projection.startswith(prefix):
                    tensors[projection.removeprefix(prefix) + ".lora_A"] = a
                    tensors[projection.removeprefix(prefix) + ".lora_B"] = b
            self.layers.append(tensors)
        device = self.top["norm"].device
        pairs = torch.arange(0, self.head_width, 2, dtype=torch.float64)
        frequencies = THETA ** (-pairs / self.head_width)
        angles = torch.outer(torch.arange(positions, dtype=torch.float64), frequencies)
        self.cos = torch.cat([angles.cos()] * 2, 1).float().to(device)
        self.sin = torch.cat([-angles.sin(), angles.sin()], 1).float().to(device)
        self.constants = (self.cos, self.sin, self.head_width, EPSILON, adapters.scale)
        tensors = adapters.tensors()
        self.moments = [[torch.zeros_like(t) for t in tensors] for _ in range(2)]
        self.steps = [torch.zeros((), device=device) for _ in tensors]
        self.chunk = max(1, LOGIT_BUDGET // shape.vocabulary)

    def _chunks(self, x, targets):
        for start in range(0, targets.numel(), self.chunk):
            places = torch.arange(start, min(targets.numel(), start + self.chunk), device=x.device)
            yield places, targets.reshape(-1).index_select(0, places)

    def _scores(self, rows, wanted):
        logits = self.script.scored_logits(rows, self.top, 1.0, EPSILON)
        return logits, *self.script.token_log_probs(logits, wanted, logits.size(0))

    @torch.no_grad()
    def log_probs(self, ids):
        x = self._trunk(ids[:, :-1])
        targets = ids[:, 1:]
        parts = [self._scores(self.script.gather_rows(x, places), wanted)[1]
                 for places, wanted in self._chunks(x, targets)]
        return torch.cat(parts).view(targets.shape)

    @torch.no_grad()
    def logits(self, ids):
        x = self._trunk(ids)
        logits = self.script.vocabulary_head(x.reshape(-1, x.size(2)), self.top, EPSILON)
        return logits.view(*ids.shape, -1)

    def _trunk(self, ids):
        return self.script.trunk(ids, self.top, self.layers, 0, ids.size(0), [], *self.constants)

    def backward(self, ids):
        inputs, targets = ids[:, :-1], ids[:, 1:]
        if self.recompute:
            with torch.no_grad():
                kept = self.script.block_inputs(
                    inputs, self.top, self.layers, 0, ids.size(0), [], *self.constants)
        else:
            kept = [self._trunk(inputs)]
        gradient = self._head_backward(kept[-1].detach(), targets)
        if not self.recompute:
            kept[-1].backward(gradient)
            return
        for layer in range(len(self.layers) - 1, -1, -1):
            kept.pop()
            x = kept[-1].requires_grad_(layer > 0)
            y = self.script.block(x, self.layers[layer], 0, ids.size(0), [], *self.constants)
            y.backward(gradient)
            gradient = x.grad

    def _head_backward(self, x, targets):
        gradient = self.script.zeros_like(x)
        # What the learner does first to know its ratios, and keeps where one chunk holds all.
        if targets.numel() > self.chunk:
            with torch.no_grad():
                for places, wanted in self._chunks(x, targets):
                    self._scores(self.script.gather_rows(x, places), wanted)
        loss = slopes(targets).reshape(-1)
        for places, wanted in self._chunks(x, targets):
            rows = self.script.gather_rows(x, places).requires_grad_(True)
            logits = self.script.scored_logits(rows, self.top, 1.0, EPSILON)
            with torch.no_grad():
                normalizers = self.script.token_log_probs(logits, wanted, logits.size(0))[1]
                change = logits.detach()
                self.script.to_logit_slopes(
                    change, wanted, normalizers, loss.index_select(0, places), logits.size(0))
            logits.backward(change)
            self.script.put_rows(gradient, places, rows.grad)
        return gradient

    @torch.no_grad()
    def step(self):
        self.script.adamw_step(
            self.adapters.tensors(), self.adapters.gradients(), *self.moments, self.steps,
            1e-5, 0.9, 0.999, 1e-8, 0.01, 1.0)

    @torch.no_grad()
    def generate(self, prompts, count):
        """Tokens [B, count] and their log-probabilities, drawn at temperature 1."""
        rows, length = prompts.shape
        device, dtype = prompts.device, self.top["norm"].dtype
        capacity = length + count + 1
        cache = (rows, self.shape.shared, capacity, self.head_width)
        caches = [torch.zeros(cache, dtype=dtype, device=device)
                  for _ in range(2 * self.shape.layers)]
        for start in range(0, length - 1, 512):
            part = prompts[:, start:min(start + 512, length - 1)].contiguous()
            starts = torch.full((rows,), start, device=device)
            self.script.extend(part, 0, starts, start + part.size(1), self.top, self.layers, caches,
                               *self.constants)
        draws = torch.Generator().manual_seed(11)
        one = torch.ones(rows, 1, device=device)
        choice = (one, one < 0, False, one.long() * self.shape.vocabulary, one.double(), False)
        ids, tokens, scores = prompts[:, -1], [], []
        for position in range(length - 1, length - 1 + count):
            uniforms = torch.rand(rows, 1, dtype=torch.float64, generator=draws).to(device)
            starts = torch.full((rows,), position, device=device)
            ids, drawn = self.script.decode(
                ids, starts, position + 1, self.top, self.layers, caches, *self.constants, [rows],
                [position + 1], uniforms, *choice)
            # The learner looks at every token as it comes: it may be the last one of its row.
            tokens.append(ids.tolist())
            scores.append(drawn.tolist())
        return torch.tensor(tokens).T.to(device), torch.tensor(scores).T.to(device)


# ---- The library's side


class Library:
    """The model of transformers with the same adapters; gradients checkpointed or not."""

    name = "transformers"

    def __init__(self, model, adapters, recompute):
        self.model, self.recompute = model, recompute
        self.adapters = Adapters({}, adapters.scale)
        for projection, pair in adapters.pairs.items():
            owner, name = projection.rsplit(".", 1)
            adapted = Adapted(model.get_submodule(projection), pair, adapters.scale)
            setattr(model.get_submodule(owner), name, adapted)
            self.adapters.pairs[projection] = [adapted.a, adapted.b]
        self.optimizer = torch.optim.AdamW(
            self.adapters.tensors(), lr=1e-5, weight_decay=0.01, fused=True)

    def _training(self, on):
        self.model.train(on)
        if on and self.recompute:
            self.model.gradient_checkpointing_enable({"use_reentrant": False})
        else:
            self.model.gradient_checkpointing_disable()

    def logits(self, ids):
        self._training(False)
        with torch.no_grad():
            return self.model(ids, use_cache=False).logits.float()

    def log_probs(self, ids):
        return scored(self.logits(ids[:, :-1]), ids[:, 1:])

    def backward(self, ids):
        self._training(True)
        targets = ids[:, 1:]
        log_probs = scored(self.model(ids[:, :-1], use_cache=False).logits.float(), targets)
        log_probs.backward(slopes(targets))

    def step(self):
        torch.nn.utils.clip_grad_norm_(self.adapters.tensors(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad()

    def generate(self, prompts, count):
        self._training(False)
        torch.manual_seed(11)
        with torch.no_grad():
            ids = self.model.generate(
                prompts, attention_mask=torch.ones_like(prompts), do_sample=True, temperature=1.0,
                top_k=0, top_p=1.0, min_new_tokens=count, max_new_tokens=count, pad_token_id=0)
        return ids[:, prompts.size(1):]


def scored(logits, targets):
    return logits.log_softmax(-1).gather(-1, targets.unsqueeze(-1)).squeeze(-1)


# ---- Measuring


class Meter:
    """Seconds, and the most memory taken beyond what was held before (on a GPU)."""

    def __init__(self, device, repeats):
        self.gpu, self.repeats = device.startswith("cuda"), repeats

    def _wait(self):
        if self.gpu:
            torch.cuda.synchronize()

    def rounds(self, works):
        """Median seconds and most bytes of each, the works taking turns; one round more warms up."""
        seconds, most = {name: [] for name in works}, dict.fromkeys(works, 0)
        for turn in range(self.repeats + 1):
            for name, work in works.items():
                before = 0
                if self.gpu:
                    torch.cuda.reset_peak_memory_stats()
                    before = torch.cuda.memory_allocated()
                self._wait()
                begin = time.perf_counter()
                work()
                self._wait()
                if turn > 0:
                    seconds[name].append(time.perf_counter() - begin)
                    if self.gpu:
                        most[name] = max(most[name], torch.cuda.max_memory_allocated() - before)
        return {name: (statistics.median(seconds[name]), most[name]) for name in works}


def sides(shape, model, options):
    adapters = Adapters.random(model, options.rank)
    positions = max(options.tokens, options.prompt + options.new_tokens) + 1
    learner = Learner(model, shape, adapters, not options.keep_layers, positions)
    return learner, Library(model, adapters, not options.keep_layers)


def flat_gradients(side):
    return torch.cat([gradient.flatten() for gradient in side.adapters.gradients()])


def training(side, rows):
    side.backward(rows)
    side.step()


def agreement(shape, options, rows, prompts):
    """How far the two are apart in single precision, and each in bfloat16 from single precision."""
    found = {}
    model = random_model(shape, torch.float32, options.device)
    learner, library = sides(shape, model, options)
    expected = library.logits(rows)
    found["logits"] = (learner.logits(rows) - expected).abs().max().item()
    found["logits' largest"] = expected.abs().max().item()
    exact = scored(expected[:, :-1], rows[:, 1:])
    del expected
    learner.backward(rows)
    library.backward(rows)
    ours, theirs = flat_gradients(learner), flat_gradients(library)
    found["gradients, relative"] = ((ours - theirs).norm() / theirs.norm()).item()
    tokens, drawn = learner.generate(prompts, options.new_tokens)
    again = learner.log_probs(torch.cat([prompts, tokens], 1))[:, prompts.size(1) - 1:]
    found["sampled log-probabilities"] = (drawn - again).abs().max().item()
    if options.dtype == "bfloat16":
        narrow = random_model(shape, torch.float32, options.device).to(torch.bfloat16)
        for side in sides(shape, narrow, options):
            wide = side.log_probs(rows)
            found[f"bfloat16, mean error, {side.name}"] = (wide - exact).abs().mean().item()
            side.backward(rows)
            gradient = flat_gradients(side)
            found[f"bfloat16, gradients' relative error, {side.name}"] = (
                (gradient - theirs).norm() / theirs.norm()).item()
    return found


def rates(shape, options, rows, prompts):
    """Tokens a second and memory of both, for a forward pass, a training step and generation."""
    model = random_model(shape, getattr(torch, options.dtype), options.device)
    learner, library = sides(shape, model, options)
    meter = Meter(options.device, options.repeats)
    generated = prompts.size(0) * options.new_tokens
    works = {
        "forward": (rows.numel(), lambda side: side.log_probs(rows)),
        "training": (rows.numel(), lambda side: training(side, rows)),
        "generation": (generated, lambda side: side.generate(prompts, options.new_tokens)),
    }
    table = {}
    for name, (tokens, work) in works.items():
        taken = meter.rounds(
            {side.name: functools.partial(work, side) for side in (learner, library)})
        (ours, our_peak), (theirs, their_peak) = taken["learner"], taken["transformers"]
        table[name] = {
            "learner, tokens/s": tokens / ours, "transformers, tokens/s": tokens / theirs,
            "ratio": theirs / ours, "learner, peak MiB": our_peak / 2**20,
            "transformers, peak MiB": their_peak / 2**20}
    return table


# Rounding in single precision, for logits of about the size that these weights give.
LIMITS = {"logits": 2e-3, "gradients, relative": 1e-3, "sampled log-probabilities": 2e-3}


def failures(found, table, strict):
    lines = [f"{name}: {found[name]:.2e}, expected at most {limit:.0e}"
             for name, limit in LIMITS.items() if found and not found[name] <= limit]
    for what in ("mean error", "gradients' relative error"):
        ours, theirs = (
            found.get(f"bfloat16, {what}, {side}") for side in ("learner", "transformers"))
        if ours is not None and not ours <= 1.2 * theirs:
            lines.append(f"bfloat16, {what}: {ours:.2e}, expected at most 1.2 of {theirs:.2e}")
    if strict:
        for name, row in table.items():
            if row["ratio"] < 1:
                lines.append(f"{name}: {row['ratio']:.2f} of the library's rate, expected 1 or more")
            if row["learner, peak MiB"] > row["transformers, peak MiB"]:
                lines.append(f"{name}: more memory than the library")
    return lines


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shape", choices=SHAPES, default="tiny")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--dtype", choices=["float32", "bfloat16"],
                        help="of the weights that are timed (default: bfloat16 on a GPU)")
    parser.add_argument("--rank", type=int, default=16)
    parser.add_argument("--rows", type=int, default=8, help="rows of a training batch")
    parser.add_argument("--tokens", type=int, default=512, help="tokens of such a row")
    parser.add_argument("--prompts", type=int, default=32, help="rows that are generated together")
    parser.add_argument("--prompt", type=int, default=256, help="tokens of a prompt")
    parser.add_argument("--new-tokens", type=int, default=64, help="tokens generated after it")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--keep-layers", action="store_true",
                        help="keep what layers compute instead of doing so again, on both sides")
    parser.add_argument("--rates-only", action="store_true",
                        help="leave out the comparison in single precision, which takes twice the memory")
    parser.add_argument("--check", action="store_true",
                        help="fail where the learner is slower or takes more memory")
    options = parser.parse_args()
    if options.dtype is None:
        options.dtype = "bfloat16" if options.device.startswith("cuda") else "float32"
    return options


def main():
    options = arguments()
    transformers.utils.logging.set_verbosity_error()
    torch._C._set_graph_executor_optimize(False)
    shape = SHAPES[options.shape]
    draws = torch.Generator().manual_seed(3)
    rows, prompts = (
        torch.randint(shape.vocabulary, size, generator=draws).to(options.device)
        for size in ((options.rows, options.tokens), (options.prompts, options.prompt)))
    with contextlib.redirect_stdout(sys.stderr):
        found = {} if options.rates_only else agreement(shape, options, rows, prompts)
        if options.device.startswith("cuda"):
            torch.cuda.empty_cache()
        table = rates(shape, options, rows, prompts)
    device = (torch.cuda.get_device_name() if options.device.startswith("cuda")
              else f"{torch.get_num_threads()} threads")
    wrong = failures(found, table, options.check)
    print(json.dumps({
        "shape": options.shape, "device": device, "dtype": options.dtype, "rows": options.rows,
        "tokens": options.tokens, "prompts": options.prompts, "prompt": options.prompt,
        "newTokens": options.new_tokens, "recomputed": not options.keep_layers,
        "torch": torch.__version__, "transformers": transformers.__version__,
        "differences": found, "rates": table, "failures": wrong}, indent=2))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
