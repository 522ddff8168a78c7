package org.sealflow.jobs.cli.train;

import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.ConnectionOptions;
import org.sealflow.jobs.cli.option.NamedRun;
import org.sealflow.jobs.cli.option.RunOption;
import org.sealflow.jobs.export.ForeignUpdate;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.schemas.PolicyUpdate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Publishes what a foreign trainer has made of a batch. */
@Command(
    name = "publish-policy",
    mixinStandardHelpOptions = true,
    description = {
      "Publishes the next version of a policy that a trainer elsewhere updates: rollouts play with it"
          + " from then on.",
      "The run trains with run.trainingBatches=foreign. Version k + 1 is what was learned from batch"
          + " k, so it is refused before that batch has settled. The directory stays as it is from"
          + " then on."
    })
public final class PublishPolicyCommand implements Callable<Integer> {
  private final Clock clock;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();
  @Mixin private RunOption run = new RunOption();

  @Option(
      names = "--weights",
      required = true,
      paramLabel = "DIR",
      description =
          "The version's weights: a PEFT adapter, or a Hugging Face model of the same form.")
  private Path weights = Path.of("");

  @Option(
      names = "--version-number",
      paramLabel = "N",
      description = "The version it is, to be sure. Default: the one after the newest.")
  private @Nullable Long version;

  @Option(
      names = "--model",
      paramLabel = "DIR",
      description =
          "The model that training started from. Default: the model of the run's settings.")
  private @Nullable Path model;

  @Option(
      names = "--policy-name",
      paramLabel = "NAME",
      description = "Name of the policy. Default: that of the run's settings.")
  private @Nullable String policyName;

  public PublishPolicyCommand() {
    this(Clock.systemUTC());
  }

  /** With another clock than the system's, for the time of the record. */
  public PublishPolicyCommand(Clock clock) {
    this.clock = clock;
  }

  @Override
  public Integer call() {
    if (version != null && version < 1) {
      throw new UsageError(
          "--version-number is " + version + ", expected 1 or more: version 0 is the start");
    }
    NamedRun named = run.named();
    ForeignUpdate update =
        ForeignUpdate.of(
            weights,
            model == null ? Path.of(named.settings("--model DIR").policy().model()) : model);
    String policy =
        policyName == null ? named.settings("--policy-name NAME").policy().name() : policyName;
    PolicyUpdate published;
    try (Connection broker = named.broker(connection)) {
      published = update.publish(broker, named.id(), policy, version, clock.instant());
    }
    spec.commandLine()
        .getOut()
        .println(
            common.json()
                ? PlainJson.line(published)
                : "version "
                    + published.getVersion()
                    + " of "
                    + policy
                    + " in run "
                    + named.id()
                    + ": "
                    + published.getWeightsUri());
    return 0;
  }
}
