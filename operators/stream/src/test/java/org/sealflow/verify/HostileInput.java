package org.sealflow.verify;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Message;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.Sampling;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.schemas.TaskTurn;
import org.sealflow.schemas.ToolDocs;
import org.sealflow.schemas.ToolResult;
import org.sealflow.schemas.ToolResults;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TrajectoryEvents;

/**
 * Tasks and episodes that are valid by their schemas and hostile by what they hold: sizes, depths,
 * names, characters, numbers, counts. What is drawn depends on the seed alone.
 */
public final class HostileInput {
  private static final List<TaskRecord> RECORDS = SampleTasks.read().records();
  private static final List<Task> TASKS =
      RECORDS.stream().map(TaskRecord::getTask).filter(task -> task != null).toList();
  private static final List<ToolDocs> DOCS =
      RECORDS.stream().map(TaskRecord::getToolDocs).filter(docs -> docs != null).toList();
  private static final List<String> CALLS =
      TASKS.stream()
          .flatMap(task -> task.getTurns().stream())
          .flatMap(turn -> turn.getGroundTruth().stream())
          .toList();
  private static final List<String> CHARACTERS =
      List.of(
          "a",
          "_",
          "'",
          "\"",
          "\\",
          "(",
          ")",
          "[",
          "]",
          "{",
          "}",
          ",",
          "=",
          "\n",
          "\u0000",
          "é",
          "\u202e",
          "\ud83d\ude00",
          "\ud83d",
          "\u2028",
          "٣",
          "%",
          "0",
          " ",
          ":",
          "#",
          "*",
          "@");
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-0.0",
          "1e999",
          "-1e999",
          "1e-999",
          "9".repeat(400),
          "0x" + "f".repeat(300),
          "1_0",
          "007",
          "2**31",
          "2**63",
          "9**9**9",
          "1/0",
          "10**400",
          "1j",
          "float('nan')",
          "True",
          "None",
          "9223372036854775808",
          "0.1",
          "1e308*10",
          "'a'*10**9",
          "[0]*10**9",
          "-2147483649");

  private final Random random;

  /** The input drawn with a seed. */
  public HostileInput(long seed) {
    this.random = new Random(seed);
  }

  /** The tool docs that tasks refer to. */
  public static List<TaskRecord> toolDocs() {
    return DOCS.stream().map(TaskRecords::toolDocs).toList();
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  /** Few most times, and now and then many. */
  private int count(int most) {
    int limit = chance(0.004) ? most : chance(0.2) ? Math.min(most, 20) : Math.min(most, 3);
    return random.nextInt(limit + 1);
  }

  private String text(int most) {
    int length = count(most);
    if (chance(0.3)) {
      return one(CHARACTERS).repeat(length);
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(one(CHARACTERS));
    }
    return text.toString();
  }

  private String filled(int most) {
    String text = text(most);
    return text.isBlank() ? one(List.of("_1", "_", "x", "multi_turn_base_0", "_0_", "%s")) : text;
  }

  private String value(int depth) {
    return switch (random.nextInt(depth > 3 ? 4 : 9)) {
      case 0 -> one(NUMBERS);
      case 1 -> "'" + text(2_000).replace("\\", "\\\\").replace("'", "\\'") + "'";
      case 2 -> text(200);
      case 3 -> one(List.of("pwd()", "ls", "lambda: 0", "f'{1}'", "x:=1", "...", "b'a'", "*a"));
      case 4 -> "[" + value(depth + 1) + ", " + value(depth + 1) + "]";
      case 5 -> "{" + value(depth + 1) + ": " + value(depth + 1) + "}";
      case 6 -> nested("(", ")");
      case 7 -> nested("[", "]");
      default -> "[" + value(depth + 1) + " for x in range(" + one(NUMBERS) + ")]";
    };
  }

  private String nested(String open, String close) {
    int depth = count(20_000);
    return open.repeat(depth) + value(9) + close.repeat(depth);
  }

  private String call() {
    String good = one(CALLS);
    int bracket = Math.max(good.indexOf('('), 0);
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> good;
      case 3 -> good.substring(0, random.nextInt(good.length() + 1)) + text(50);
      case 4 -> good.substring(0, bracket) + "(" + value(0) + ")";
      case 5 -> good.replaceAll("=[^,)]*", "=" + value(0).replaceAll("[\\\\$]", ""));
      case 6 -> value(0);
      default -> text(500);
    };
  }

  private List<String> calls(int most) {
    List<String> calls = new ArrayList<>();
    String same = call();
    boolean repeats = chance(0.3);
    int count = count(most);
    for (int i = 0; i < count; i++) {
      calls.add(repeats ? same : call());
    }
    return calls;
  }

  private String json(String good) {
    return switch (random.nextInt(10)) {
      case 0 -> "[".repeat(count(20_000) + 1);
      case 1 -> filled(500);
      case 2 -> "{\"GorillaFileSystem\": {\"root\": " + "{\"a\": ".repeat(count(5_000) + 1) + "}}";
      case 3 -> good.replaceFirst("\\d+", "1e999");
      case 4 -> good.replaceFirst("\"[a-z_]+\":", "\"" + filled(30).replace("\\", "") + "\":");
      case 5 -> good.substring(0, 1 + random.nextInt(good.length()));
      case 6 -> "{}";
      default -> good;
    };
  }

  /** A task like one of the samples, changed in what its schema leaves open. */
  public TaskRecord task(int number) {
    Task sample = one(TASKS);
    Task task = Task.newBuilder(sample).build();
    task.setDigest("digest-" + number);
    if (chance(0.3)) {
      task.setTaskId(filled(60));
    }
    if (chance(0.2)) {
      task.setCategory(filled(60));
    }
    task.setInitialConfig(json(sample.getInitialConfig()));
    if (chance(0.2)) {
      List<String> classes = new ArrayList<>(sample.getInvolvedClasses());
      classes.set(0, chance(0.5) ? filled(20) : one(DOCS).getSimulatorClass());
      task.setInvolvedClasses(classes);
    }
    if (chance(0.5)) {
      List<TaskTurn> turns = new ArrayList<>();
      int count = 1 + count(200);
      for (int turn = 0; turn < count; turn++) {
        turns.add(
            TaskTurn.newBuilder()
                .setMessages(List.of(new Message(filled(5), text(100))))
                .setRevealedTools(chance(0.1) ? List.of(text(20)) : List.of())
                .setGroundTruth(calls(50))
                .build());
      }
      task.setTurns(turns);
    }
    return TaskRecords.task(task);
  }

  /** The events of one attempt at a task, in order, mostly whole. */
  public List<TrajectoryEvent> episode(TaskRecord of, int number) {
    Task task = requireNonNull(of.getTask());
    EpisodeAttempt attempt =
        new EpisodeAttempt(filled(40), number + "-" + text(60), count(3) * (chance(0.1) ? 1 : 0));
    List<TrajectoryEvent> events = new ArrayList<>();
    events.add(TrajectoryEvents.started(attempt, time(), header(task)));
    int turns = chance(0.7) ? task.getTurns().size() : count(30);
    for (int turn = 0; turn < turns; turn++) {
      int steps = count(20);
      for (int step = 0; step < steps; step++) {
        List<String> calls = calls(chance(0.01) ? 2_000 : 30);
        events.add(TrajectoryEvents.step(attempt, events.size(), time(), step(turn, step, calls)));
        if (chance(0.5)) {
          events.add(
              TrajectoryEvents.results(
                  attempt, events.size(), time(), results(turn, step, calls.size())));
        }
      }
      int said = chance(0.9) ? turn : random.nextInt(Integer.MAX_VALUE);
      events.add(TrajectoryEvents.turnEnded(attempt, events.size(), time(), said));
    }
    if (chance(0.95)) {
      EndReason reason = one(List.of(EndReason.values()));
      events.add(TrajectoryEvents.ended(attempt, events.size(), time(), reason, text(300)));
    }
    return events;
  }

  private Instant time() {
    return chance(0.9)
        ? Instant.ofEpochMilli(random.nextInt())
        : Instant.ofEpochMilli(random.nextLong() / 1_000_000);
  }

  private EpisodeStarted header(Task task) {
    int size = 1 + count(50);
    return EpisodeStarted.newBuilder()
        .setTaskId(task.getTaskId())
        .setTaskDigest(task.getDigest())
        .setGroupId(filled(40))
        .setSampleIndex(random.nextInt(size))
        .setGroupSize(size)
        .setBatchNumber(chance(0.5) ? (Long) (long) count(100) : null)
        .setMode(chance(0.5) ? Mode.TRAIN : Mode.EVAL)
        .setArm(Arm.HOLDOUT)
        .setAsOfDate(chance(0.5) ? one(List.of("2026-01-15", "0001-01-01", "9999-12-31")) : null)
        .setToolEnforcement(chance(0.5))
        .setSampling(new Sampling(null, null, null, null, random.nextLong()))
        .setModelName(filled(40))
        .build();
  }

  private AssistantStep step(int turn, int step, List<String> calls) {
    boolean refused = chance(0.1);
    return AssistantStep.newBuilder()
        .setTurn(chance(0.95) ? turn : count(1_000))
        .setStep(chance(0.95) ? step : count(1_000))
        .setText(chance(0.5) ? text(2_000) : null)
        .setToolCalls(refused ? List.of() : calls)
        .setRejectedCalls(refused ? calls : List.of())
        .setParseError(refused ? filled(100) : null)
        .setUndecodable(refused && chance(0.5))
        .setPolicyVersion(chance(0.3) ? (Long) (random.nextLong() >>> 1) : null)
        .build();
  }

  private ToolResults results(int turn, int step, int calls) {
    List<ToolResult> results = new ArrayList<>();
    int count = chance(0.9) ? Math.max(1, calls) : 1 + count(100);
    for (int i = 0; i < count; i++) {
      results.add(new ToolResult(chance(0.9) ? result() : null, chance(0.2) ? text(100) : null));
    }
    return new ToolResults(turn, step, results, null);
  }

  private @Nullable String result() {
    return switch (random.nextInt(4)) {
      case 0 -> "{\"error\": \"" + text(50) + "\"}";
      case 1 -> "a_instance".repeat(count(2_000));
      case 2 -> "{\"id\": " + one(NUMBERS) + "}";
      default -> text(2_000);
    };
  }
}
