package org.sealflow.schemas;

import static org.sealflow.schemas.Samples.DIGEST;

import java.util.List;

/** Events of episodes. Their bytes are stored, see {@link Samples}. */
final class TrajectorySamples {
  private TrajectorySamples() {}

  static UserStep userStep() {
    return new UserStep(
        0,
        "My phone has no signal. ###STOP###",
        List.of("toggle_airplane_mode()"),
        List.of(new ToolResult("Airplane mode is now OFF.", null)));
  }

  static EpisodeStarted startedInTraining() {
    return started()
        .setSampleIndex(1)
        .setGroupSize(8)
        .setBatchNumber(3L)
        .setMode(Mode.TRAIN)
        .setArm(Arm.PATCHED)
        .setPatchSetDigest(DIGEST)
        .setAsOfDate("2026-11-21")
        .setStepLimit(20)
        .setStepLimitScope(StepLimitScope.EPISODE)
        .setSampling(new Sampling(0.9, 0.95, 40, 512, -5L))
        .setPromptTemplateDigest(DIGEST)
        .setShownPatches(List.of(PatchRecords.key(EvolutionSamples.cue())))
        .setBranch(new Branch("run-7/b1/g0/s3", 0, 2))
        .build();
  }

  static EpisodeStarted startedInReplay() {
    return started()
        .setSampleIndex(0)
        .setGroupSize(1)
        .setMode(Mode.EVAL)
        .setArm(Arm.HOLDOUT)
        .setSampling(new Sampling(null, null, null, null, null))
        .setSource(new RecordedSource("runs/result.jsonl", 17L, 16L, "task-1", 4096L))
        .build();
  }

  private static EpisodeStarted.Builder started() {
    return EpisodeStarted.newBuilder()
        .setTaskId("multi_turn_base_4")
        .setTaskDigest(DIGEST)
        .setGroupId("run-7/b3/g2")
        .setToolEnforcement(true)
        .setModelName("nano");
  }

  static AssistantStep stepWithTokens() {
    return AssistantStep.newBuilder()
        .setTurn(0)
        .setStep(0)
        .setText("<tool_call>\n{\"name\": \"ls\", \"arguments\": {}}\n</tool_call>")
        .setToolCalls(List.of("ls()", "cd(folder='é')"))
        .setPolicyVersion(12L)
        .setContextTokenIds(List.of(1, 151_643, 0))
        .setSampledTokenIds(List.of(7, 300))
        .setSampledLogProbs(List.of(-0.25f, Float.NEGATIVE_INFINITY))
        .setPlainContextTokenIds(List.of(1, 151_643))
        .build();
  }

  static AssistantStep stepRefused() {
    return AssistantStep.newBuilder()
        .setTurn(2)
        .setStep(5)
        .setToolCalls(List.of())
        .setRejectedCalls(List.of("format_disk(drive='C')"))
        .setParseError("Tool 'format_disk' is not available in the current tool list.")
        .setRepeated(true)
        .build();
  }

  static ToolResults results() {
    return new ToolResults(
        0,
        0,
        List.of(
            new ToolResult("{\"a\": 1.0}", "<tool_response>\n{\"a\": 1.0}\n</tool_response>"),
            new ToolResult("", null),
            new ToolResult(null, "None")),
        null);
  }

  static ToolResults refusal() {
    return new ToolResults(2, 5, List.of(), "[ERROR] Invalid tool call format: …");
  }
}
