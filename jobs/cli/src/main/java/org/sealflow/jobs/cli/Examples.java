package org.sealflow.jobs.cli;

import java.util.Map;

/** A command line to try, for each command that does something. */
final class Examples {
  private static final String TASKS = " --tasks data/tasks --as-of 2026-01-15";

  private static final Map<String, String> EXAMPLES =
      Map.ofEntries(
          Map.entry("replay", "data/trajectories/samples.jsonl" + TASKS + " --report report"),
          Map.entry(
              "evaluate",
              "--policy openai --base-url http://localhost:8000/v1 --model qwen" + TASKS),
          Map.entry("tasks import", "--bfcl gorilla/berkeley-function-call-leaderboard"),
          Map.entry("tasks generate", "--output tasks --count 1000"),
          Map.entry("tasks remove", "multi_turn_base_0 multi_turn_base_1"),
          Map.entry("diagnose", ""),
          Map.entry("publish", "data/trajectories/samples.jsonl" + TASKS + " --rate 50"),
          Map.entry("tail", "diagnoses --from earliest --verdict policy_failed"),
          Map.entry("patches list", "--active"),
          Map.entry("patches show", "cd/SCHEMA_CUE"),
          Map.entry("patches retire", "cd/SCHEMA_CUE --reason outdated"),
          Map.entry("patches pin", "cd/SCHEMA_CUE"),
          Map.entry("patches release", "cd/SCHEMA_CUE"),
          Map.entry("failures list", "--boundary parse"),
          Map.entry("failures requeue", "--all"),
          Map.entry("topics create", "--bootstrap-servers localhost:9092"),
          Map.entry("topics list", "--bootstrap-servers localhost:9092"),
          Map.entry("train", "exp/nano-seal.yaml run.tokens=320000"),
          Map.entry("report", "runs/nano-seal-1"),
          Map.entry("compare", "runs/nano-seal-1 runs/nano-seal-2"),
          Map.entry("export batches", "--run runs/nano-seal-1 --format trl"),
          Map.entry("export diagnoses", "conversations.jsonl --format atif --output diagnosed"),
          Map.entry("publish-policy", "--run runs/nano-foreign-1 --weights adapters/step-1"),
          Map.entry("experiment", "exp/does-diagnosis-help/experiment.yaml"),
          Map.entry("rollout", "--policy scripted --fault SLOW" + TASKS + " --diagnose"),
          Map.entry("synthesize", "--run runs/nano-seal-1 --count 200 --output weak-tasks"),
          Map.entry("warm-start", "exp/nano-warm.yaml"),
          Map.entry(
              "serve environment", "--environment bfcl --tasks data/tasks --as-of 2026-01-15"),
          Map.entry("serve inspector", "data/trajectories/samples.jsonl" + TASKS),
          Map.entry("serve policy", "--model data/nano --port 8000"),
          Map.entry(
              "serve gateway", "--upstream http://localhost:8000/v1 --record conversations.jsonl"),
          Map.entry(
              "submit diagnose", "--jobmanager localhost:8081 --bootstrap-servers localhost:9092"),
          Map.entry(
              "submit rollout",
              "--jobmanager localhost:8081 --bootstrap-servers localhost:9092 --policy scripted"
                  + TASKS),
          Map.entry("bench verify", ""),
          Map.entry("bench pipeline", ""),
          Map.entry("bench latency", ""),
          Map.entry("bench loop", ""),
          Map.entry("bench attribution", ""),
          Map.entry("bench review", ""),
          Map.entry("bench branch", ""),
          Map.entry("bench rollout", ""),
          Map.entry("bench learner", ""),
          Map.entry("bench generate", "--shape 0.5b"),
          Map.entry("bench growth", ""),
          Map.entry("bench state", "--episodes 1000000 --every 100000"),
          Map.entry("bench worlds", ""),
          Map.entry("bench serve-environment", ""),
          Map.entry("bench gateway", ""),
          Map.entry("bench inspector", ""),
          Map.entry("top", ""),
          Map.entry("canary", "--bootstrap-servers localhost:9092 --since 2h"),
          Map.entry("doctor", ""),
          Map.entry("chaos", "--seed 7 --faults 20 --log chaos.md"),
          Map.entry("help", "replay"));

  private Examples() {}

  /**
   * The example of a command, without the program's name; empty if there is none.
   *
   * @param command its words, e.g. {@code patches list}
   */
  static String of(String command) {
    String arguments = EXAMPLES.get(command);
    return arguments == null ? "" : (command + " " + arguments).strip();
  }
}
