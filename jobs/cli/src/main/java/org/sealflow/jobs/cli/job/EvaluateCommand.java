package org.sealflow.jobs.cli.job;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.sealflow.environment.TaskFolder;
import org.sealflow.jobs.EvaluationJob;
import org.sealflow.jobs.ReplayJob;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.JudgeOptions;
import org.sealflow.jobs.cli.option.PlayOptions;
import org.sealflow.jobs.cli.option.PolicyOptions;
import org.sealflow.jobs.cli.option.TaskOptions;
import org.sealflow.jobs.cli.option.UserOptions;
import org.sealflow.jobs.cli.text.AlignedRows;
import org.sealflow.jobs.cli.text.Progress;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.jobs.files.TaskSplit;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.report.summary.EvaluationSummary;
import org.sealflow.jobs.report.summary.Proportion;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.plan.BatchShape;
import org.sealflow.rollout.plan.PlannedSampling;
import org.sealflow.rollout.plan.PlannedTask;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.verify.VerifySettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures a policy. */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    description = {
      "Measures a policy: plays the tasks strictly, without any patch, and says how many it"
          + " passes.",
      "pass^k is the share of tasks passed in all of k runs. Intervals are Wilson's at 95 %%."
    })
public final class EvaluateCommand implements Callable<Integer> {
  private static final String RUN = "evaluation";

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private PolicyOptions policy = new PolicyOptions();
  @Mixin private TaskOptions tasks = new TaskOptions();
  @Mixin private PlayOptions play = new PlayOptions();
  @Mixin private UserOptions users = new UserOptions();
  @Mixin private JudgeOptions judge = new JudgeOptions();

  @Option(
      names = "--runs",
      paramLabel = "K",
      defaultValue = "1",
      description = "Runs of each task (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--temperature",
      paramLabel = "T",
      defaultValue = "0",
      description = "Softmax temperature, 0 for greedy (default: ${DEFAULT-VALUE}).")
  private double temperature;

  @Option(
      names = "--max-tokens",
      paramLabel = "N",
      defaultValue = "1024",
      description = "Most tokens per answer (default: ${DEFAULT-VALUE}).")
  private int maxTokens;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What sampling starts from (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      description = "Parallel instances (default: the processors).")
  private int parallelism = Runtime.getRuntime().availableProcessors();

  @Override
  public Integer call() throws Exception {
    TaskFolder directory = tasks.read();
    List<PlannedTask> chosen = tasks.chosen(directory, TaskSplit.Side.TEST);
    RolloutPlan plan = plan(chosen);
    RolloutSettings settings =
        users.with(play.settings(policy.name(), tasks.asOf()), directory, plan, policy);
    EvaluationSummary summary =
        measure(directory, plan, settings, policy.factory(seed, null), (long) chosen.size() * runs);
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      out.println(PlainJson.line(json -> write(summary.rows(), json)));
    } else {
      table(summary.rows()).print(out);
      summary
          .excused()
          .forEach(
              (reason, count) -> out.println("not counted: " + count + " × " + Shown.text(reason)));
    }
    out.flush();
    return 0;
  }

  private RolloutPlan plan(List<PlannedTask> chosen) {
    try {
      RolloutPlan once = RolloutPlan.evaluation(RUN, chosen, seed);
      return new RolloutPlan(
          RUN,
          once.mode(),
          chosen,
          new BatchShape(chosen.size(), chosen.size(), runs, 1),
          once.arms(),
          once.admission(),
          new PlannedSampling(temperature, 1, 0, maxTokens),
          seed);
    } catch (IllegalArgumentException wrong) {
      throw new UsageError(Causes.oneLine(wrong.getMessage()), wrong);
    }
  }

  // Closing the iterator may throw InterruptedException, which ends the command as it should.
  @SuppressWarnings("try")
  private EvaluationSummary measure(
      TaskFolder directory,
      RolloutPlan plan,
      RolloutSettings settings,
      PolicyFactory policies,
      long episodes)
      throws Exception {
    Configuration configuration = ReplayJob.configuration(parallelism);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
    EvaluationSummary summary = new EvaluationSummary(runs);
    // Every episode ends by its own deadline; verification need not have one.
    VerifySettings verification =
        VerifySettings.DEFAULT
            .withDeadline(settings.deadlines().episode().plus(Duration.ofHours(1)))
            .withJudge(judge.settings());
    try (Progress progress = Progress.ofSteps("evaluate", episodes);
        CloseableIterator<Diagnosis> diagnoses =
            EvaluationJob.define(
                    environment, directory.records(), plan, settings, policies, verification)
                .diagnoses()
                .collectAsync()) {
      JobClient job = environment.executeAsync(EvaluationJob.NAME);
      while (diagnoses.hasNext()) {
        EpisodeDiagnosis episode = diagnoses.next().getEpisodeDiagnosis();
        if (episode != null) {
          summary.add(episode);
          progress.step();
        }
      }
      job.getJobExecutionResult().get();
    } catch (Exception failed) {
      throw new UserError("the evaluation failed: " + Causes.innermost(failed), failed);
    }
    return summary;
  }

  private AlignedRows table(List<EvaluationSummary.Row> rows) {
    List<String> columns =
        new ArrayList<>(
            List.of(
                "CATEGORY",
                "TASKS",
                "PASSED",
                "95 %",
                "STRICT",
                "ENGINE FAILED",
                "DEFECTIVE",
                "UNJUDGED"));
    for (int k = 2; k <= runs; k++) {
      columns.add("PASS^" + k);
    }
    AlignedRows table = new AlignedRows(columns.toArray(new String[0]));
    for (EvaluationSummary.Row row : rows) {
      List<String> cells = new ArrayList<>();
      cells.add(Shown.text(row.category()));
      cells.add(String.valueOf(row.tasks()));
      cells.add(share(row.passed()));
      cells.add(percent(row.passed().low()) + "–" + percent(row.passed().high()));
      cells.add(share(row.strict()));
      cells.add(String.valueOf(row.infrastructure()));
      cells.add(String.valueOf(row.defective()));
      cells.add(String.valueOf(row.unjudged()));
      row.passHat().stream().skip(1).map(EvaluateCommand::percent).forEach(cells::add);
      table.row(cells.toArray(new String[0]));
    }
    return table;
  }

  private static String share(Proportion proportion) {
    return proportion.count() + "/" + proportion.of() + " " + percent(proportion.share());
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? "–" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static void write(List<EvaluationSummary.Row> rows, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("categories");
    for (EvaluationSummary.Row row : rows) {
      json.writeStartObject();
      json.writeStringField("category", row.category());
      json.writeNumberField("tasks", row.tasks());
      write("passed", row.passed(), json);
      write("strict", row.strict(), json);
      json.writeNumberField("infrastructureFailed", row.infrastructure());
      json.writeNumberField("taskDefective", row.defective());
      json.writeNumberField("unjudged", row.unjudged());
      json.writeArrayFieldStart("passHat");
      for (double share : row.passHat()) {
        if (Double.isNaN(share)) {
          json.writeNull();
        } else {
          json.writeNumber(share);
        }
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(String name, Proportion proportion, JsonGenerator json)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("count", proportion.count());
    json.writeNumberField("of", proportion.of());
    json.writeNumberField("low", proportion.low());
    json.writeNumberField("high", proportion.high());
    json.writeEndObject();
  }
}
