package org.sealflow.system.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.python.Reference;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.Topics;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.Verdict;
import org.sealflow.system.fixture.Console;
import org.sealflow.system.fixture.Samples;
import picocli.CommandLine.Model.OptionSpec;

/** README and the pages under {@code docs} say what is. */
final class ReadmeITCase {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
  private static final Pattern COMMAND = Pattern.compile("(?m)^\\./sealflow +([^#\\n]*)");
  private static final Pattern INLINE = Pattern.compile("`([^`\\n]+)`");
  private static final Pattern FLAG = Pattern.compile("(?<![\\w-])--[a-z][a-z0-9-]+");
  private static final Pattern CELLS = Pattern.compile("\\s*\\|\\s*");
  private static final Pattern PAGE = Pattern.compile("`([\\w./-]+/[\\w.-]+\\.(?:md|yaml))`");
  private static final Pattern PICTURE = Pattern.compile("!\\[[^\\]]+]\\(([^)]+)\\)");

  private static String readme;

  /** README, and all pages behind it. */
  private static String pages;

  /** A fenced block. */
  private record Block(String language, String text) {}

  @BeforeAll
  static void read() throws Exception {
    Path repository = Reference.repository();
    readme = Files.readString(repository.resolve("README.md"), StandardCharsets.UTF_8);
    StringBuilder all = new StringBuilder(readme);
    PathMatcher page = repository.getFileSystem().getPathMatcher("glob:**/docs/*.md");
    for (String folder : List.of("schemas", "operators", "jobs")) {
      try (Stream<Path> files =
          Files.find(repository.resolve(folder), 3, (path, attributes) -> page.matches(path))) {
        for (Path file : files.sorted().toList()) {
          all.append('\n').append(Files.readString(file, StandardCharsets.UTF_8));
        }
      }
    }
    pages = all.toString();
  }

  private static List<Block> blocks() {
    return BLOCK
        .matcher(pages)
        .results()
        .map(found -> new Block(found.group(1), found.group(2)))
        .toList();
  }

  /** The arguments of every command line that stands in a block. */
  private static List<List<String>> commandLines() {
    List<List<String>> lines = new ArrayList<>();
    for (Block block : blocks()) {
      COMMAND
          .matcher(block.text())
          .results()
          .forEach(found -> lines.add(words(found.group(1).strip())));
    }
    return lines;
  }

  private static List<String> words(String line) {
    return Arrays.asList(Pattern.compile("\\s+").split(line));
  }

  /** The rows of the table whose header begins with these cells, without the header. */
  private static List<List<String>> table(String... header) {
    List<List<String>> rows = new ArrayList<>();
    boolean inside = false;
    for (String line : pages.lines().toList()) {
      List<String> cells = cells(line);
      if (inside && cells.isEmpty()) {
        break;
      }
      if (inside && !cells.get(0).startsWith("---")) {
        rows.add(cells);
      }
      inside |= cells.equals(List.of(header));
    }
    assertThat(rows).as("table " + String.join(", ", header)).isNotEmpty();
    return rows;
  }

  private static List<String> cells(String line) {
    if (!line.startsWith("|")) {
      return List.of();
    }
    List<String> cells = Arrays.asList(CELLS.split(line.strip()));
    return cells.subList(1, cells.size());
  }

  private static String bare(String cell) {
    return cell.replace("`", "");
  }

  @Test
  void theFirstCommandTrains(@TempDir Path directory) throws Exception {
    List<Block> shell = blocks().stream().filter(block -> block.language().equals("bash")).toList();
    assertThat(shell).hasSize(2);
    assertThat(shell.get(0).text().strip()).isEqualTo("./sealflow train exp/nano-seal.yaml");
    assertThat(shell.get(1).text().strip()).isEqualTo("mvn verify");

    Console console =
        Console.run(
            "train",
            fromCheckout("exp/nano-seal.yaml").toString(),
            "batches=2",
            "policy.model=" + fromCheckout("data/nano-long"),
            "tasks.tools=" + fromCheckout("data/tasks"),
            "run.directory=" + directory,
            "learner.batch.groups=4",
            "learner.batch.plannedGroups=4",
            "learner.batch.miniBatchGroups=4",
            "learner.batch.groupSize=2",
            // The few groups of a batch may all be of equal rewards.
            "learner.batch.drop=none",
            "evaluation.tasks=2",
            "evaluation.test=2");
    assertThat(console.exitCode()).as(console.err()).isZero();
    assertThat(console.errorLines())
        .anySatisfy(line -> assertThat(line).startsWith("version 2 "))
        .anySatisfy(line -> assertThat(line).startsWith("validation v2 "));
    assertThat(console.out()).contains("test v0 ", "complete at version 2");
    assertThat(console.out().strip()).endsWith("see exp/what-is-a-diagnosis-worth/README.md");
    assertThat(Files.readString(directory.resolve("nano-seal-1/result.json")))
        .contains("\"end\":\"COMPLETE\"", "\"ledgerBalances\":true");

    Console report = Console.run("report", directory.resolve("nano-seal-1").toString());
    assertThat(report.exitCode()).as(report.err()).isZero();
    assertThat(directory.resolve("nano-seal-1/report/index.html")).isNotEmptyFile();
  }

  @Test
  void theReplayCommandDiagnosesTheSamples(@TempDir Path report) throws Exception {
    // Relative, as long lines are cut.
    Path here = Path.of("").toAbsolutePath();
    List<String> words = new ArrayList<>();
    for (String word : commandLine("calls")) {
      words.add(word.startsWith("data/") ? here.relativize(fromCheckout(word)).toString() : word);
    }
    assertThat(words.get(0)).isEqualTo("replay");
    words.replaceAll(word -> word.equals("report/") ? report.toString() : word);
    Console console = Console.run(words.toArray(String[]::new));
    assertThat(console.errorLines())
        .anySatisfy(line -> assertThat(line).contains("task multi_turn_base_99 is not in"));
    assertThat(console.exitCode()).isEqualTo(1);
    assertThat(report.resolve("index.html")).isNotEmptyFile();
    String verdict =
        blocks().stream()
            .map(Block::text)
            .filter(text -> text.contains(" episodes failed "))
            .findFirst()
            .orElseThrow();
    String outside = here.relativize(fromCheckout("data")).toString();
    assertThat(console.out().replace(outside, "data").lines().toList())
        .containsSubsequence(verdict.lines().toList());
    assertThat(console.out())
        .contains(
            "episodes: "
                + Samples.episodes(Samples.calls(), RecordedFormat.CALLS).size()
                + " started = ")
        .doesNotContain("DOES NOT BALANCE");
  }

  @Test
  void theCommandForAnyAgentsLogsPrintsWhatStandsBelowIt() throws Exception {
    String log = "data/trajectories/agent-log.jsonl";
    String block =
        blocks().stream()
            .map(Block::text)
            .filter(text -> text.startsWith("./sealflow replay " + log))
            .findFirst()
            .orElseThrow();
    List<String> words = new ArrayList<>(commandLine(log));
    // Relative, as long lines are cut.
    String path = Path.of("").toAbsolutePath().relativize(fromCheckout(log)).toString();
    words.replaceAll(word -> word.equals(log) ? path : word);
    Console console = Console.run(words.toArray(String[]::new));
    assertThat(console.exitCode()).as(console.err()).isZero();
    assertThat(console.out().replace(path, log))
        .isEqualTo(block.substring(block.indexOf('\n') + 1));
  }

  @Test
  void theRolloutCommandShowsPatchesComeAndGo(@TempDir Path directory) throws Exception {
    List<String> words = new ArrayList<>();
    for (String word : commandLine("--diagnose")) {
      words.add(word.startsWith("data/") ? fromCheckout(word).toString() : word);
    }
    words.addAll(
        List.of(
            "--data-dir",
            directory.toString(),
            "--buffer-timeout",
            "20ms",
            "--max-parallelism",
            "12"));
    Console console = Console.run(words.toArray(String[]::new));
    assertThat(console.exitCode()).as(console.err()).isZero();
    assertThat(console.errorLines())
        .anySatisfy(line -> assertThat(line).contains("ACTIVE", "/cd/SCHEMA_CUE/"))
        .anySatisfy(line -> assertThat(line).contains("RETIRED", "/cd/SCHEMA_CUE/"));
    assertThat(console.out())
        .contains("960 episodes (960 COMPLETED)", "episodes: 960 started = ")
        .doesNotContain("DOES NOT BALANCE");
  }

  /** The first command line in a block that has an option. */
  private static List<String> commandLine(String option) {
    return commandLines().stream()
        .filter(words -> words.contains(option))
        .findFirst()
        .orElseThrow();
  }

  private static Path fromCheckout(String relative) {
    Path path = Reference.repository().resolve(relative);
    assertThat(path).exists();
    return path;
  }

  @Test
  void everyCommandLineIsUnderstood() {
    assertThat(commandLines()).hasSizeGreaterThanOrEqualTo(6);
    for (List<String> line : commandLines()) {
      assertThatCode(() -> Console.parser().parseArgs(line.toArray(String[]::new)))
          .as(String.join(" ", line))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void commandLinesInTheTextAreUnderstoodToo() {
    List<List<String>> lines =
        INLINE
            .matcher(pages)
            .results()
            .map(found -> found.group(1))
            .filter(text -> text.startsWith("./sealflow "))
            .map(text -> words(text.substring("./sealflow ".length())))
            .toList();
    assertThat(lines).hasSizeGreaterThanOrEqualTo(2);
    for (List<String> line : lines) {
      assertThatCode(() -> Console.parser().parseArgs(line.toArray(String[]::new)))
          .as(String.join(" ", line))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void everyOptionExists() {
    Set<String> options = new TreeSet<>();
    for (List<String> words : Console.commands()) {
      for (OptionSpec option : Console.spec(words).options()) {
        options.addAll(List.of(option.names()));
        if (option.negatable()) {
          options.add(option.longestName().replaceFirst("--", "--no-"));
        }
      }
    }
    Set<String> named = new TreeSet<>();
    FLAG.matcher(pages).results().map(MatchResult::group).forEach(named::add);
    assertThat(named).isNotEmpty().isSubsetOf(options);
  }

  @Test
  void theTableOfCommandsNamesThemAll() {
    Set<String> named = new TreeSet<>();
    for (List<String> row : table("command", "what it does")) {
      INLINE
          .matcher(row.get(0))
          .results()
          .map(found -> found.group(1).replaceAll(" [A-Z]+…?$", ""))
          .forEach(named::add);
    }
    Set<String> commands = new TreeSet<>();
    for (List<String> words : Console.commands()) {
      if (Console.spec(words).subcommands().isEmpty() && !words.contains("help")) {
        commands.add(String.join(" ", words));
      }
    }
    assertThat(named).isEqualTo(commands);
  }

  @Test
  void theTopicsAreAsTheCodeHasThem() {
    Map<String, Topic> topics = new TreeMap<>();
    for (Topic topic : Topic.values()) {
      topics.put(topic.baseName(), topic);
    }
    for (List<String> row : table("topic", "key", "cleanup", "delivery")) {
      String name = bare(row.get(0));
      assertThat(topics).containsKey(name);
      Topic topic = topics.get(name);
      assertThat(row.get(1)).as(name + " key").isEqualTo(topic.key());
      assertThat(row.get(2)).as(name + " cleanup").isEqualTo(topic.cleanup().value());
      assertThat(row.get(3)).as(name + " delivery").isEqualTo(topic.guarantee());
    }
    assertThat(pages).contains("The prefix `" + Topics.DEFAULT_PREFIX + "` is a setting");
    assertThat(Topic.LARGEST_MESSAGE_BYTES).isEqualTo(8 << 20);
    assertThat(pages.replaceAll("\\s+", " ")).contains("largest message is 8 MB");
  }

  @Test
  void theFailuresAndVerdictsAreAsTheCodeHasThem() {
    List<String> failures =
        table("failure", "holds when").stream().map(row -> bare(row.get(0))).toList();
    assertThat(failures).containsExactlyElementsOf(names(TurnFailure.values()));
    for (String verdict : names(Verdict.values())) {
      assertThat(pages).contains("`" + verdict + "`");
    }
  }

  private static List<String> names(Enum<?>[] values) {
    return Arrays.stream(values).map(Enum::name).toList();
  }

  @Test
  void theFoldersOfTheModuleMapExistAndHoldSomething() throws Exception {
    for (List<String> row : table("folder", "what it holds")) {
      try (Stream<Path> inside = Files.list(fromCheckout(bare(row.get(0))))) {
        assertThat(inside).as(row.get(0)).isNotEmpty();
      }
    }
  }

  @Test
  void thePagesAndPicturesThatAreNamedExist() {
    Set<String> paths = new TreeSet<>();
    PAGE.matcher(pages).results().map(found -> found.group(1)).forEach(paths::add);
    PICTURE.matcher(readme).results().map(found -> found.group(1)).forEach(paths::add);
    assertThat(paths).hasSizeGreaterThan(10);
    for (String path : paths) {
      assertThat(Reference.repository().resolve(path)).exists();
    }
  }
}
