package org.sealflow.system.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sealflow.python.Reference;
import org.sealflow.system.fixture.Console;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Checks what holds for every command. */
final class CommandLineTest {
  private static final String EXAMPLE = fromCheckout("exp/nano-seal.yaml");
  private static final String LOG = fromCheckout("data/trajectories/agent-log.jsonl");
  private static final String TASKS = fromCheckout("data/tasks");

  private static String fromCheckout(String relative) {
    return Reference.repository().resolve(relative).toString();
  }

  static List<List<String>> commands() {
    return Console.commands();
  }

  static List<List<String>> groups() {
    return Console.commands().stream()
        .filter(words -> !Console.spec(words).subcommands().isEmpty())
        .toList();
  }

  private static Console run(List<String> words, String... more) {
    List<String> arguments = new ArrayList<>(words);
    arguments.addAll(Arrays.asList(more));
    return Console.run(arguments.toArray(String[]::new));
  }

  private static void assertUsageError(Console console) {
    assertThat(console.exitCode()).isEqualTo(2);
    assertThat(console.out()).isEmpty();
    assertThat(console.errorLines()).hasSize(1);
    assertThat(console.err()).startsWith("sealflow: ").contains("--help`");
  }

  @Test
  void theCommandsAreThoseOfTheDesign() {
    assertThat(Console.commands().stream().map(words -> String.join(" ", words)))
        .contains(
            "replay",
            "diagnose",
            "publish",
            "tail",
            "tasks import",
            "tasks remove",
            "topics create",
            "topics list",
            "failures list",
            "failures requeue",
            "submit",
            "bench",
            "doctor");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void helpSaysWhatACommandAndEachOfItsOptionsIsFor(List<String> words) {
    if (words.contains("help")) {
      return;
    }
    Console console = run(words, "--help");
    assertThat(console.exitCode()).isZero();
    assertThat(console.err()).isEmpty();
    assertThat(console.out()).startsWith("Usage: sealflow");
    CommandSpec spec = Console.spec(words);
    assertThat(String.join(" ", spec.usageMessage().description())).isNotBlank();
    for (OptionSpec option : spec.options()) {
      assertDescribed(option, option.longestName());
      assertThat(console.out()).contains(shown(option));
    }
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      assertDescribed(parameter, parameter.paramLabel());
      assertThat(console.out()).contains(parameter.paramLabel());
    }
  }

  /** What can be negated is shown in both forms at once. */
  private static String shown(OptionSpec option) {
    return option.negatable()
        ? option.longestName().replaceFirst("--", "--[no-]")
        : option.longestName();
  }

  private static void assertDescribed(ArgSpec argument, String name) {
    assertThat(String.join(" ", argument.description())).as(name).isNotBlank();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void helpShowsAnExampleThatIsUnderstood(List<String> words) {
    if (!Console.spec(words).subcommands().isEmpty()) {
      return;
    }
    List<String> lines = run(words, "--help").out().lines().toList();
    String example =
        lines.stream()
            .filter(line -> line.startsWith("  ./sealflow " + String.join(" ", words)))
            .findFirst()
            .orElseThrow()
            .strip();
    String[] arguments = example.substring("./sealflow ".length()).split(" ");
    assertThatCode(() -> Console.parser().parseArgs(arguments))
        .as(example)
        .doesNotThrowAnyException();
  }

  @Test
  void requiredOptionsComeFirstAndFaultsHaveAPlaceOfTheirOwn() {
    assertThat(run(List.of("evaluate", "--help")).out())
        .containsSubsequence(
            "Required:",
            "--policy",
            "--tasks",
            "Options:",
            "Faults of the scripted policy:",
            "--fault",
            "Always:",
            "Example:");
  }

  @Test
  void commandsStandUnderTheJobTheyAreFor() {
    assertThat(Console.run("--help").out())
        .containsSubsequence(
            "Find out why episodes fail:",
            "  replay ",
            "Watch a live stream:",
            "  tail ",
            "Train a policy:",
            "  train ",
            "  report ",
            "Serve and deploy:",
            "  serve ");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void anUnknownOptionIsOneLine(List<String> words) {
    if (words.contains("help")) {
      return;
    }
    assertUsageError(run(words, "--no-such-option"));
  }

  @Test
  void anUnknownOptionIsNamed() {
    Console console = Console.run("doctor", "--no-such-option");
    assertUsageError(console);
    assertThat(console.err()).contains("--no-such-option").contains("`sealflow doctor --help`");
  }

  @ParameterizedTest
  @MethodSource("groups")
  void aCommandWithoutItsSubcommandSaysSo(List<String> words) {
    Console console = run(words);
    assertUsageError(console);
    assertThat(console.err()).containsPattern("no \\w+ given|Missing required subcommand");
  }

  @ParameterizedTest
  @MethodSource("groups")
  void anUnknownCommandIsNamed(List<String> words) {
    Console console = run(words, "no-such-command");
    assertUsageError(console);
    assertThat(console.err()).contains("no-such-command");
  }

  @Test
  void withoutArgumentsTheCommandLineSaysThatItNeedsACommand() {
    Console console = Console.run();
    assertUsageError(console);
    assertThat(console.err()).contains("no command given");
  }

  @Test
  void theVersionIsTold() {
    Console console = Console.run("--version");
    assertThat(console.exitCode()).isZero();
    assertThat(console.out()).containsPattern("sealflow \\d+\\.\\d+\\.\\d+");
  }

  @Test
  void aMisspeltCommandOrOptionIsAnsweredWithTheOneThatWasMeant() {
    Map<List<String>, String> meant =
        Map.of(
            List.of("reply", "log.jsonl"), "replay",
            List.of("replay", "log.jsonl", "--reprot", "page"), "--report",
            List.of("tasks", "genarate"), "generate",
            List.of("tail", "diagnosis"), "diagnoses",
            List.of("train", EXAMPLE, "run.batchs=2"), "run.batches");
    meant.forEach(
        (line, name) -> {
          Console console = run(line);
          assertUsageError(console);
          assertThat(console.err()).contains("; did you mean " + name + "?");
        });
    Console far = run(List.of("no-such-command"));
    assertThat(far.err()).doesNotContain("did you mean");
  }

  @Test
  void whatTheCommandLineItselfSaysWrongIsAUsageError() {
    for (String line :
        List.of(
            "replay log.jsonl --parallelism 0",
            "replay log.jsonl --format csv",
            "replay log.jsonl --format calls --tasks data/tasks --as-of yesterday",
            "replay " + LOG + " --output-format reference --output rows.jsonl",
            "train",
            "train " + EXAMPLE + " batches",
            "train " + EXAMPLE + " run.batches=many",
            "topics create --partitions 0",
            "serve policy --model data/nano --port 70000",
            "evaluate --policy openai --fault SLOW --tasks " + TASKS,
            "diagnose --set reward=strict")) {
      assertUsageError(run(List.of(line.split(" "))));
    }
  }

  @Test
  void aMissingOptionIsNamed() {
    Console console = Console.run("publish", fromCheckout("data/trajectories/samples.jsonl"));
    assertUsageError(console);
    assertThat(console.err()).contains("calls").contains("--tasks");
  }

  @Test
  void aWrongValueIsNamedWithWhatIsExpected() {
    Console console = Console.run("submit", "learn", "--jobmanager", "localhost:8081");
    assertUsageError(console);
    assertThat(console.err()).contains("learn").containsIgnoringCase("diagnose");

    console = Console.run("diagnose", "--deadline", "soon");
    assertUsageError(console);
    assertThat(console.err()).contains("--deadline").contains("'soon'").contains("10s");
  }
}
