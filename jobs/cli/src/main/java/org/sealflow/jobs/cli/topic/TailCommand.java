package org.sealflow.jobs.cli.topic;

import java.io.PrintWriter;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.option.GracefulStop;
import org.sealflow.jobs.cli.text.Colours;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicReader;
import org.sealflow.jobs.settings.yaml.NearestName;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.Verdict;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the records of a topic as they come. */
@Command(
    name = "tail",
    mixinStandardHelpOptions = true,
    description = "Shows the records of a topic as they come, until Ctrl-C.",
    footer = {
      "",
      "Filters may be repeated: a record is shown where, of each filter given, one value fits it. A"
          + " filter passes over records without such a value: --verdict shows episodes, --failure"
          + " turns. Records that cannot be read are shown as a line of their own. With --json each"
          + " record is one line, under the schema's field names."
    })
public final class TailCommand implements Callable<Integer> {
  private final Clock clock;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private CommonOptions common = new CommonOptions();

  @Mixin private ConnectionOptions connection = new ConnectionOptions();

  @Parameters(
      index = "0",
      paramLabel = "TOPIC",
      description =
          "diagnoses, trajectories, failures, tasks, batches, profiles, patches, updates or"
              + " metrics; the topic's whole name is fine too.")
  private String topicName = "";

  @Option(names = "--run", paramLabel = "RUN", description = "Records of this run.")
  private List<String> runs = List.of();

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "Diagnoses of episodes for this: ${COMPLETION-CANDIDATES}.")
  private List<Mode> modes = List.of();

  @Option(names = "--group", paramLabel = "GROUP", description = "Diagnoses of this group.")
  private List<String> groups = List.of();

  @Option(
      names = "--category",
      paramLabel = "CATEGORY",
      description = "Tasks, diagnoses, profiles or patches of this category.")
  private List<String> categories = List.of();

  @Option(
      names = "--tag",
      paramLabel = "TAG",
      description = "Turns with this tag, and episodes with such a turn: ${COMPLETION-CANDIDATES}.")
  private List<Tag> tags = List.of();

  @Option(
      names = "--failure",
      paramLabel = "FAILURE",
      description = "Turns that fail like this, and what answers it: ${COMPLETION-CANDIDATES}.")
  private List<TurnFailure> failures = List.of();

  @Option(
      names = "--tool",
      paramLabel = "TOOL",
      description = "Turns, steps or tasks that call this tool; profiles and patches of it.")
  private List<String> tools = List.of();

  @Option(names = "--episode", paramLabel = "EPISODE", description = "Records of this episode.")
  private List<String> episodes = List.of();

  @Option(
      names = "--verdict",
      paramLabel = "VERDICT",
      description = "Episodes with this verdict: ${COMPLETION-CANDIDATES}.")
  private List<Verdict> verdicts = List.of();

  @Option(
      names = "--repair",
      arity = "0..1",
      fallbackValue = "FOUND",
      paramLabel = "OUTCOME",
      description =
          "Failed episodes whose search for a repair came to this, FOUND if nothing is named:"
              + " ${COMPLETION-CANDIDATES}.")
  private List<RepairOutcome> repairs = List.of();

  @Option(
      names = "--boundary",
      paramLabel = "BOUNDARY",
      description = "Failures at this boundary: ${COMPLETION-CANDIDATES}.")
  private List<Boundary> boundaries = List.of();

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "Profiles of capabilities of this kind: ${COMPLETION-CANDIDATES}.")
  private List<CapabilityKind> kinds = List.of();

  @Option(
      names = "--layer",
      paramLabel = "LAYER",
      description = "Patches of this layer: ${COMPLETION-CANDIDATES}.")
  private List<PatchLayer> layers = List.of();

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Patches in this state: ${COMPLETION-CANDIDATES}.")
  private List<PatchState> states = List.of();

  @Option(
      names = "--from",
      paramLabel = "START",
      defaultValue = "latest",
      description =
          "earliest, latest, a time such as 2026-11-21T10:15:30Z, or an age such as 10m."
              + " Default: ${DEFAULT-VALUE}")
  private String from = "latest";

  @Option(names = "--limit", paramLabel = "N", description = "Ends after N records shown.")
  private @Nullable Long limit;

  @Option(names = "--no-follow", description = "Ends after the records that are there now.")
  private boolean bounded;

  public TailCommand() {
    this(Clock.systemUTC());
  }

  /** With another clock than the system's, for the ages of {@code --from}. */
  public TailCommand(Clock clock) {
    this.clock = clock;
  }

  @Override
  public Integer call() {
    Topic topic = topic();
    RecordFilter filter = filter(topic);
    StartPosition start = start();
    long most = limit();
    RecordView view =
        new RecordView(recordClass(topic), filter, common.json(), Colours.of(spec.commandLine()));
    // Last, so that a signal before there is anything to stop ends the process at once.
    try (Connection broker = connection.open();
        TopicReader reader = TopicReader.open(broker, topic, start);
        GracefulStop stop = new GracefulStop()) {
      stop.onSignal(reader::stop);
      Showing showing = new Showing(view, spec.commandLine().getOut(), most);
      if (bounded) {
        reader.readToEnd(showing::show);
        if (showing.isEmpty()) {
          spec.commandLine()
              .getErr()
              .println(
                  "no record of "
                      + broker.topics().name(topic)
                      + " to show"
                      + (from.equals("latest") ? " since now; --from earliest shows all" : ""));
        }
      } else {
        reader.follow(showing::show);
      }
    }
    return 0;
  }

  private Topic topic() {
    return Arrays.stream(Topic.values())
        .filter(topic -> ("-" + topic.baseName()).endsWith("-" + topicName))
        .filter(topic -> topic.recordClass().isPresent())
        .findFirst()
        .orElseThrow(() -> wrong("no topic '" + topicName + "'" + expected()));
  }

  private String expected() {
    List<String> names =
        Arrays.stream(Topic.values())
            .filter(topic -> topic.recordClass().isPresent())
            .map(Topic::baseName)
            .toList();
    String question = NearestName.question(topicName, names);
    return question.isEmpty() ? "; expected one of " + String.join(", ", names) : question;
  }

  private static Class<? extends SpecificRecordBase> recordClass(Topic topic) {
    return topic.recordClass().orElseThrow();
  }

  private RecordFilter filter(Topic topic) {
    RecordFilter filter =
        new RecordFilter()
            .with(Facet.RUN, runs)
            .with(Facet.MODE, modes)
            .with(Facet.GROUP, groups)
            .with(Facet.CATEGORY, categories)
            .with(Facet.TAG, tags)
            .with(Facet.FAILURE, failures)
            .with(Facet.TOOL, tools)
            .with(Facet.EPISODE, episodes)
            .with(Facet.VERDICT, verdicts)
            .with(Facet.REPAIR, repairs)
            .with(Facet.BOUNDARY, boundaries)
            .with(Facet.KIND, kinds)
            .with(Facet.LAYER, layers)
            .with(Facet.STATE, states);
    filter
        .problem(topic)
        .ifPresent(
            problem -> {
              throw wrong(problem);
            });
    return filter;
  }

  private StartPosition start() {
    try {
      return StartPosition.parse(from, clock.instant());
    } catch (IllegalArgumentException e) {
      throw wrong("--from " + e.getMessage());
    }
  }

  private long limit() {
    if (limit == null) {
      return Long.MAX_VALUE;
    }
    if (limit < 1) {
      throw wrong("--limit is " + limit + ", expected at least 1");
    }
    return limit;
  }

  private ParameterException wrong(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }

  /** Shows records until there are enough, or nobody reads them any more. */
  private static final class Showing {
    private final RecordView view;
    private final PrintWriter out;
    private long left;
    private boolean empty = true;

    Showing(RecordView view, PrintWriter out, long most) {
      this.view = view;
      this.out = out;
      this.left = most;
    }

    boolean isEmpty() {
      return empty;
    }

    boolean show(ConsumerRecord<byte[], byte[]> message) {
      List<String> lines = view.of(message);
      if (!lines.isEmpty()) {
        lines.forEach(out::println);
        left--;
        empty = false;
      }
      return left > 0 && !out.checkError();
    }
  }
}
