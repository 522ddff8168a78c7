package org.sealflow.jobs.cli.topic;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.text.AlignedRows;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.TopicAdmin;
import org.sealflow.jobs.kafka.TopicLayout;
import org.sealflow.jobs.kafka.TopicState;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Topic;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes and shows the topics of the system. */
@Command(
    name = "topics",
    mixinStandardHelpOptions = true,
    description = "Makes and shows the topics with their settings.")
public final class TopicsCommand {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Command(
      name = "create",
      mixinStandardHelpOptions = true,
      description =
          "Creates the topics that are missing, and says where existing ones differ from what"
              + " Sealflow needs. Existing topics are never changed.")
  int create(
      @Mixin CommonOptions common,
      @Mixin ConnectionOptions options,
      @Option(
              names = "--partitions",
              paramLabel = "N",
              description =
                  "Partitions of trajectories and diagnoses. Default: 8. The other topics have 1.")
          @Nullable Integer partitions,
      @Option(
              names = "--replication",
              paramLabel = "N",
              description =
                  "Copies of each record. Default: 1 on the embedded broker, the broker's default"
                      + " elsewhere.")
          @Nullable Integer replication) {
    TopicLayout layout = layout(partitions, replication);
    Set<Topic> created;
    List<TopicState> states;
    try (Connection connection = options.open();
        TopicAdmin topics = TopicAdmin.of(connection)) {
      created = topics.create(layout);
      states = topics.states(layout);
    }
    if (common.json()) {
      printJson(states);
    } else {
      createdRows(states, created).print(spec.commandLine().getOut());
      printDifferences(states);
    }
    return 0;
  }

  private static TopicLayout layout(@Nullable Integer partitions, @Nullable Integer replication) {
    try {
      return new TopicLayout(partitions, replication);
    } catch (UserError wrong) {
      throw new UsageError(String.valueOf(wrong.getMessage()), wrong);
    }
  }

  private static AlignedRows createdRows(List<TopicState> states, Set<Topic> created) {
    AlignedRows rows = new AlignedRows("topic", "partitions", "replication", "cleanup", "");
    for (TopicState state : states) {
      rows.row(
          state.name(),
          String.valueOf(state.partitions()),
          String.valueOf(state.replication()),
          state.cleanup(),
          created.contains(state.topic()) ? "created" : "was there");
    }
    return rows;
  }

  private void printDifferences(List<TopicState> states) {
    PrintWriter err = spec.commandLine().getErr();
    for (TopicState state : states) {
      state
          .differences()
          .forEach(difference -> err.println("sealflow: " + state.name() + " " + difference));
    }
    err.flush();
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description =
          "Shows the topics: partitions, cleanup, records (compaction and transactions make this an"
              + " upper bound) and what readers may rely on.")
  int list(@Mixin CommonOptions common, @Mixin ConnectionOptions options) {
    List<TopicState> states;
    try (Connection connection = options.open();
        TopicAdmin topics = TopicAdmin.of(connection)) {
      states = topics.states(TopicLayout.standard());
    }
    if (common.json()) {
      printJson(states);
    } else {
      listRows(states).print(spec.commandLine().getOut());
      printDifferences(states);
    }
    return 0;
  }

  private void printJson(List<TopicState> states) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(PlainJson.line(json -> write(states, json)));
    out.flush();
  }

  private static AlignedRows listRows(List<TopicState> states) {
    AlignedRows rows = new AlignedRows("topic", "partitions", "cleanup", "records", "guarantee");
    for (TopicState state : states) {
      rows.row(
          state.name(),
          state.present() ? String.valueOf(state.partitions()) : "0",
          state.present() ? state.cleanup() : "missing",
          String.valueOf(state.records()),
          state.topic().guarantee());
    }
    return rows;
  }

  private static void write(List<TopicState> states, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (TopicState state : states) {
      json.writeStartObject();
      json.writeStringField("topic", state.name());
      json.writeBooleanField("present", state.present());
      json.writeNumberField("partitions", state.partitions());
      json.writeNumberField("replication", state.replication());
      json.writeStringField("cleanup", state.cleanup());
      json.writeNumberField("records", state.records());
      json.writeStringField("key", state.topic().key());
      json.writeStringField("guarantee", state.topic().guarantee());
      json.writeArrayFieldStart("differences");
      for (String difference : state.differences()) {
        json.writeString(difference);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
