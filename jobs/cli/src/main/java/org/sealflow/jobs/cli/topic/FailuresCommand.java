package org.sealflow.jobs.cli.topic;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.text.Colours;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.FailureRequeue;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicReader;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Topic;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows what could not be used, and sends it again. */
@Command(
    name = "failures",
    mixinStandardHelpOptions = true,
    description = "Shows the input that could not be used, and sends it again.")
public final class FailuresCommand {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Shows failures, oldest first: where, which input, why, and what to do.")
  int list(
      @Mixin CommonOptions common,
      @Mixin ConnectionOptions options,
      @Option(
              names = "--boundary",
              paramLabel = "BOUNDARY",
              description = "Those at this boundary: ${COMPLETION-CANDIDATES}. Repeatable.")
          @Nullable List<Boundary> boundaries,
      @Option(names = "--limit", paramLabel = "N", description = "The newest N alone.")
          @Nullable Integer limit) {
    if (limit != null && limit < 1) {
      throw wrong("list", "--limit is " + limit + ", expected at least 1");
    }
    RecordFilter filter =
        new RecordFilter().with(Facet.BOUNDARY, boundaries == null ? List.of() : boundaries);
    Deque<List<String>> newest =
        newest(
            options,
            new RecordView(Failure.class, filter, common.json(), Colours.of(spec.commandLine())),
            limit == null ? Integer.MAX_VALUE : limit);
    PrintWriter out = spec.commandLine().getOut();
    newest.forEach(lines -> lines.forEach(out::println));
    if (newest.isEmpty() && !common.json()) {
      out.println("no failures");
    }
    out.flush();
    return 0;
  }

  private static Deque<List<String>> newest(ConnectionOptions options, RecordView view, int most) {
    Deque<List<String>> newest = new ArrayDeque<>();
    try (Connection connection = options.open();
        TopicReader reader =
            TopicReader.open(connection, Topic.FAILURES, StartPosition.earliest())) {
      reader.readToEnd(
          message -> {
            List<String> lines = view.of(message);
            if (!lines.isEmpty()) {
              newest.addLast(lines);
            }
            if (newest.size() > most) {
              newest.removeFirst();
            }
            return true;
          });
    }
    return newest;
  }

  @Command(
      name = "requeue",
      mixinStandardHelpOptions = true,
      description =
          "Sends the original input of failures again to the topic it came from, each failure once"
              + " and the same input at most 3 times.")
  int requeue(
      @Mixin CommonOptions common,
      @Mixin ConnectionOptions options,
      @Option(
              names = "--boundary",
              paramLabel = "BOUNDARY",
              description = "Failures at this boundary: ${COMPLETION-CANDIDATES}. Repeatable.")
          @Nullable List<Boundary> boundaries,
      @Option(names = "--all", description = "Failures at every boundary.") boolean all) {
    Set<Boundary> chosen = chosen(boundaries, all);
    FailureRequeue.Outcome outcome;
    try (Connection connection = options.open()) {
      outcome = FailureRequeue.run(connection, chosen);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      out.println(PlainJson.line(json -> write(outcome, json)));
    } else {
      print(outcome, out);
    }
    out.flush();
    return 0;
  }

  private Set<Boundary> chosen(@Nullable List<Boundary> boundaries, boolean all) {
    if (all == (boundaries != null)) {
      throw wrong("requeue", "give either --boundary (repeatable) or --all");
    }
    return boundaries == null ? EnumSet.allOf(Boundary.class) : EnumSet.copyOf(boundaries);
  }

  private static void print(FailureRequeue.Outcome outcome, PrintWriter out) {
    out.println(Shown.count(sum(outcome.sent()), "record") + " sent again");
    outcome.sent().forEach((topic, number) -> out.println("  " + number + " to " + topic));
    out.println(Shown.count(sum(outcome.leftOut()), "record") + " left out");
    outcome
        .leftOut()
        .forEach((reason, number) -> out.println("  " + number + " " + reason.reason()));
  }

  private static void write(FailureRequeue.Outcome outcome, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("sent");
    for (Map.Entry<String, Integer> sent : outcome.sent().entrySet()) {
      json.writeNumberField(sent.getKey(), sent.getValue());
    }
    json.writeEndObject();
    json.writeObjectFieldStart("leftOut");
    for (Map.Entry<FailureRequeue.LeftOut, Integer> left : outcome.leftOut().entrySet()) {
      json.writeNumberField(left.getKey().name(), left.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static int sum(Map<?, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  private ParameterException wrong(String command, String problem) {
    CommandLine line = spec.subcommands().getOrDefault(command, spec.commandLine());
    return new ParameterException(line, problem);
  }
}
