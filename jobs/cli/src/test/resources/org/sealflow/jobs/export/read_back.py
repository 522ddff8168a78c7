"""Reads exported data sets with datasets, and trains a step on each with TRL.

    python3 read_back.py FOLDER MODEL

Prints JSON: by row of tokenised.jsonl the ids that the loss is over, the pairs of preference.jsonl as
TRL has tokenised them, and both losses.
"""

import contextlib
import json
import pathlib
import sys
import tempfile

import datasets
import torch
import transformers
import trl
from trl.trainer.sft_trainer import DataCollatorForLanguageModeling

NO_LOSS = -100


def settings(kind, folder):
    return kind(output_dir=folder, max_steps=1, per_device_train_batch_size=2, use_cpu=True,
                report_to=[], save_strategy="no", bf16=False, disable_tqdm=True)


def main(folder, model):
    files = pathlib.Path(folder)
    tokenised, pairs = (
        datasets.load_dataset("json", data_files=str(files / name), split="train",
                              cache_dir=str(files / "cache"))
        for name in ("tokenised.jsonl", "preference.jsonl"))
    tokenizer = transformers.AutoTokenizer.from_pretrained(model)
    found = {}
    with tempfile.TemporaryDirectory() as output:
        sft = trl.SFTTrainer(model, settings(trl.SFTConfig, output), train_dataset=tokenised,
                             processing_class=tokenizer)
        batch = DataCollatorForLanguageModeling(tokenizer.pad_token_id)(list(sft.train_dataset))
        found["trained"] = [row[row != NO_LOSS].tolist() for row in batch["labels"]]
        found["sftLoss"] = sft.train().training_loss
        dpo = trl.DPOTrainer(model, args=settings(trl.DPOConfig, output), train_dataset=pairs,
                             processing_class=tokenizer)
        found["pairs"] = [
            {name: list(value) for name, value in row.items() if name.endswith("ids")}
            for row in dpo.train_dataset]
        found["dpoLoss"] = dpo.train().training_loss
    return found


if __name__ == "__main__":
    torch.manual_seed(1)
    with contextlib.redirect_stdout(sys.stderr):
        result = main(*sys.argv[1:])
    print(json.dumps(result))
