"""Writes tiny random models of every family here, and what Hugging Face transformers makes of them.

Run it in this folder. Made with PyTorch 2.13, transformers 5.18 and PEFT 0.21. Of each model there
is a directory as transformers saves it, in bfloat16, and expected.json: for rows of tokens their
log-probabilities at temperature 1, of a weighted sum of these the gradients by tensor (the norm, and
the scalar product with the tensor), and a greedy continuation of the first row; all in single
precision. qwen2 has an adapter that PEFT has saved, and the log-probabilities with it.
"""

import json
import pathlib
import shutil

import peft
import torch
import transformers

VOCABULARY, POSITIONS, ORIGINAL = 48, 64, 16
LENGTHS, CONTINUED = (40, 23, 7), 16
HERE = pathlib.Path(__file__).resolve().parent
SIZES = {
    "vocab_size": VOCABULARY, "hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": 2,
    "num_attention_heads": 4, "num_key_value_heads": 2, "bos_token_id": None, "eos_token_id": None,
    "pad_token_id": None}
LLAMA_ROPE = {
    "rope_type": "llama3", "rope_theta": 10_000.0, "factor": 8.0, "low_freq_factor": 1.0,
    "high_freq_factor": 4.0, "original_max_position_embeddings": ORIGINAL}

# As the model card of Qwen2.5 asks for longer contexts, in the words of older versions.
YARN = {"type": "yarn", "factor": 4.0, "original_max_position_embeddings": ORIGINAL}


def configs():
    default = {"rope_type": "default", "rope_theta": 10_000.0}
    yield "qwen2", transformers.Qwen2Config(
        **SIZES, max_position_embeddings=POSITIONS, rope_parameters=default,
        tie_word_embeddings=True)
    yield "qwen2-yarn", transformers.Qwen2Config(
        **SIZES, max_position_embeddings=ORIGINAL, rope_parameters=default,
        tie_word_embeddings=True)
    yield "qwen3", transformers.Qwen3Config(
        **SIZES, head_dim=8, max_position_embeddings=POSITIONS, rope_parameters=default,
        tie_word_embeddings=True)
    yield "llama", transformers.LlamaConfig(
        **SIZES, max_position_embeddings=POSITIONS, rope_parameters=LLAMA_ROPE,
        tie_word_embeddings=False)
    yield "mistral", transformers.MistralConfig(
        **SIZES, max_position_embeddings=POSITIONS, rope_parameters=default, sliding_window=None,
        tie_word_embeddings=False)


def save(name, config):
    """A directory with random weights: norms around 1, everything else around 0."""
    torch.manual_seed(sum(name.encode()))
    model = transformers.AutoModelForCausalLM.from_config(config)
    with torch.no_grad():
        for tensor, parameter in model.named_parameters():
            spread = 0.3 if "embed" in tensor or "lm_head" in tensor else 0.2
            parameter.normal_(1 if "norm" in tensor else 0, spread)
    directory = HERE / name
    shutil.rmtree(directory, ignore_errors=True)
    model.to(torch.bfloat16).save_pretrained(directory)
    (directory / "generation_config.json").unlink()
    if name == "qwen2-yarn":
        file = directory / "config.json"
        content = json.loads(file.read_text())
        theta = content.pop("rope_parameters")["rope_theta"]
        content |= {"rope_theta": theta, "rope_scaling": YARN}
        file.write_text(json.dumps(content, indent=2) + "\n")
    return directory


def opened(directory):
    return transformers.AutoModelForCausalLM.from_pretrained(
        directory, dtype=torch.float32, attn_implementation="eager")


def rows():
    draws = torch.Generator().manual_seed(5)
    return [torch.randint(VOCABULARY, (1, length), generator=draws) for length in LENGTHS]


def log_probs(model, row):
    scores = model(row, use_cache=False).logits.float().log_softmax(-1)
    return scores[:, :-1].gather(-1, row[:, 1:, None])[0, :, 0]


def factor(row, token):
    """By what the log-probability of a token counts, of both signs; the first has none."""
    return ((7 * token + 3 * row) % 5 - 2) / 4


def expected(model):
    found = {"rows": [], "gradients": {}}
    loss = 0
    for number, row in enumerate(rows()):
        scores = log_probs(model, row)
        factors = torch.tensor([factor(number, token) for token in range(1, row.size(1))])
        loss = loss + (scores * factors).sum()
        found["rows"].append({"tokens": row[0].tolist(), "logProbs": [0.0] + scores.tolist()})
    loss.backward()
    for tensor, parameter in model.named_parameters():
        gradient = parameter.grad.double()
        found["gradients"][tensor] = [
            gradient.norm().item(), (gradient * parameter.double()).sum().item()]
    first = rows()[0]
    greedy = model.generate(
        first, attention_mask=torch.ones_like(first), do_sample=False, max_new_tokens=CONTINUED,
        pad_token_id=0)
    found["greedy"] = greedy[0, first.size(1):].tolist()
    return found


def adapted(directory):
    """Log-probabilities of the first row with an adapter of PEFT that is saved beside the model."""
    torch.manual_seed(9)
    settings = peft.LoraConfig(
        r=3, lora_alpha=12, target_modules=[
            "q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"],
        task_type="CAUSAL_LM")
    model = peft.get_peft_model(opened(directory), settings)
    with torch.no_grad():
        for tensor, parameter in model.named_parameters():
            if "lora_B" in tensor:
                parameter.normal_(0, 0.1)
    target = directory / "adapter"
    model.save_pretrained(target)
    (target / "README.md").unlink()
    file = target / "adapter_config.json"
    content = json.loads(file.read_text())
    content["base_model_name_or_path"] = directory.name
    content["target_modules"].sort()
    file.write_text(json.dumps(content, indent=2, sort_keys=True) + "\n")
    with torch.no_grad():
        return [0.0] + log_probs(model, rows()[0]).tolist()


def main():
    for name, config in configs():
        directory = save(name, config)
        found = expected(opened(directory))
        if name == "qwen2":
            found["adapted"] = adapted(directory)
        (directory / "expected.json").write_text(json.dumps(found, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
