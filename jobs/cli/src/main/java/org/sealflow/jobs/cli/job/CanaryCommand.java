package org.sealflow.jobs.cli.job;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.CanaryJob;
import org.sealflow.jobs.JobTopics;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.option.LiveOptions;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicReader;
import org.sealflow.jobs.kafka.TopicUse;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.report.canary.DiagnosisChanges;
import org.sealflow.jobs.report.summary.TextTable;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.UndecodableRecordException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Diagnoses anew what a running job has diagnosed, and shows what changes. */
@Command(
    name = "canary",
    mixinStandardHelpOptions = true,
    description = {
      "Shows what this release would diagnose differently, before it is deployed.",
      "Reads trajectories and tasks beside the job that serves them, diagnoses them anew on an"
          + " embedded cluster and compares the outcome with the topic of diagnoses. Writes no"
          + " topic and commits no offsets."
    })
public final class CanaryCommand implements Callable<Integer> {
  private static final TopicUse TOPICS =
      TopicUse.reading(Topic.TRAJECTORIES, Topic.TASKS, Topic.DIAGNOSES);

  private final Clock clock = Clock.systemUTC();

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();
  @Mixin private LiveOptions live = new LiveOptions();

  @Option(
      names = "--since",
      paramLabel = "START",
      defaultValue = "earliest",
      description =
          "Episodes that began here or later: earliest, a time such as 2026-11-21T10:15:30Z, or an"
              + " age such as 2h (default: ${DEFAULT-VALUE}). Their diagnoses are held in memory.")
  private String since = "earliest";

  @Override
  public Integer call() throws Exception {
    StartPosition start = start();
    DiagnosisChanges changes = new DiagnosisChanges();
    try (Connection broker = connection.open()) {
      JobSettings settings =
          live.settings(
              broker.bootstrapServers(), broker.topics(), connection.settings().clientProperties());
      JobTopics.require(broker, settings, TOPICS);
      // Before the events are: a diagnosis that is made meanwhile has none to be compared with.
      read(broker, Topic.DIAGNOSES, Diagnosis.class, start, changes::before);
      if (start.kind() != StartPosition.Kind.EARLIEST) {
        changes.only(begun(broker, start));
      }
      diagnose(settings, start, changes);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(common.json() ? json(changes) + "\n" : text(changes));
    out.flush();
    return 0;
  }

  private StartPosition start() {
    try {
      return StartPosition.parse(since, clock.instant());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--since " + e.getMessage(), e);
    }
  }

  /** The episodes that begin in what is read. */
  private static Set<String> begun(Connection broker, StartPosition start) {
    Set<String> begun = new HashSet<>();
    read(
        broker,
        Topic.TRAJECTORIES,
        TrajectoryEvent.class,
        start,
        event -> {
          if (event.getKind() == EventKind.EPISODE_STARTED) {
            begun.add(event.getEpisodeId());
          }
        });
    return begun;
  }

  private interface Visitor<T> {
    void visit(T record);
  }

  private static <T extends SpecificRecordBase> void read(
      Connection broker,
      Topic topic,
      Class<T> recordClass,
      StartPosition start,
      Visitor<T> visitor) {
    Codec<T> codec = Codec.of(recordClass);
    try (TopicReader reader = TopicReader.open(broker, topic, start)) {
      reader.readToEnd(
          message -> {
            T record = decoded(message, codec);
            if (record != null) {
              visitor.visit(record);
            }
            return true;
          });
    }
  }

  /** The record of a message; null if it cannot be read, which the job itself counts. */
  private static <T extends SpecificRecordBase> @Nullable T decoded(
      ConsumerRecord<byte[], byte[]> message, Codec<T> codec) {
    byte[] value = message.value();
    try {
      return value == null ? null : codec.decode(value);
    } catch (UndecodableRecordException unreadable) {
      return null;
    }
  }

  // Closing the iterator may throw InterruptedException, which ends the command as it should.
  @SuppressWarnings("try")
  private static void diagnose(JobSettings settings, StartPosition start, DiagnosisChanges changes)
      throws Exception {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(CanaryJob.configuration(settings));
    try (CloseableIterator<Diagnosis> diagnoses =
        CanaryJob.attach(environment, settings, start).collectAsync()) {
      JobClient job = environment.executeAsync(CanaryJob.NAME);
      while (diagnoses.hasNext()) {
        changes.now(diagnoses.next());
      }
      job.getJobExecutionResult().get();
    }
  }

  private static String text(DiagnosisChanges changes) {
    StringBuilder text = new StringBuilder();
    TextTable table =
        new TextTable(
            "what changes", 5, "of", "field", "before", "now", "for example", "diagnoses");
    for (DiagnosisChanges.Change change : changes.changes()) {
      table.row(
          change.of(),
          change.field(),
          change.before(),
          change.now(),
          change.example(),
          String.valueOf(change.count()));
    }
    table.appendTo(text);
    text.append(changes.compared())
        .append(" diagnoses compared, ")
        .append(changes.changed())
        .append(" would change; ")
        .append(changes.missing())
        .append(" would be missing, ")
        .append(changes.undiagnosed())
        .append(" would be new or are not made yet\n");
    return text.toString();
  }

  private static String json(DiagnosisChanges changes) {
    return PlainJson.line(json -> write(changes, json));
  }

  private static void write(DiagnosisChanges changes, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("compared", changes.compared());
    json.writeNumberField("changed", changes.changed());
    json.writeNumberField("missing", changes.missing());
    json.writeNumberField("undiagnosed", changes.undiagnosed());
    json.writeArrayFieldStart("changes");
    for (DiagnosisChanges.Change change : changes.changes()) {
      json.writeStartObject();
      json.writeStringField("of", change.of());
      json.writeStringField("field", change.field());
      json.writeStringField("before", change.before());
      json.writeStringField("now", change.now());
      json.writeNumberField("count", change.count());
      json.writeStringField("example", change.example());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
