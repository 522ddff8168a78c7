package org.sealflow.jobs.train;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.generate.GeneratorSources;
import org.sealflow.generate.TaskFiles;
import org.sealflow.generate.TaskGenerator;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.learn.engine.EngineSettings;
import org.sealflow.model.ModelDirectory;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.file.ModelDirectoryException;
import org.sealflow.model.template.TemplateException;
import org.sealflow.rollout.FixedVersionFactory;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.rollout.embedded.EmbeddedPolicyFactory;
import org.sealflow.rollout.embedded.EmbeddedPolicySettings;
import org.sealflow.rollout.openai.RequestOptions;
import org.sealflow.rollout.openai.TemplateTokens;
import org.sealflow.schemas.PolicyUpdate;

/** Checks everything a training run needs beside its settings, before anything starts. */
public final class TrainingSetup {
  /** Tells an evaluation's engine and adapters from those of the rollouts. */
  private static final String EVALUATED = "-evaluated";

  private final TrainSettings settings;
  private final ModelConfig model;
  private final boolean playsUsers;

  private TrainingSetup(TrainSettings settings, ModelConfig model, boolean playsUsers) {
    this.settings = settings;
    this.model = model;
    this.playsUsers = playsUsers;
  }

  /**
   * Looks at the model's directory and the tasks.
   *
   * @throws UserError one line, where the run could not begin
   */
  public static TrainingSetup check(TrainSettings settings) {
    Path directory = Path.of(settings.policy().model());
    ModelConfig config;
    try (ModelDirectory opened = ModelDirectory.open(directory)) {
      config = opened.config();
    } catch (ModelDirectoryException broken) {
      throw new UserError("policy.model: " + broken.getMessage(), broken);
    }
    int longest = config.rotary().maximumPositions();
    if (settings.policy().contextLength() > longest) {
      throw new UserError(
          "policy.contextLength is "
              + settings.policy().contextLength()
              + ", but the model in "
              + directory
              + " takes at most "
              + longest
              + " tokens");
    }
    requireText(directory);
    TrainingSetup setup = new TrainingSetup(settings, config, false);
    if (setup.isServed()) {
      ServedPolicies.server(settings);
    }
    if (settings.tasks().source() == TrainTasks.Source.DIRECTORY) {
      TrainingTasks tasks =
          TrainingTasks.ofDirectory(settings.tasks(), settings.evaluation())
              .forStages(settings.tasks().stages());
      return new TrainingSetup(settings, config, RunUsers.are(settings, tasks));
    } else {
      setup.sources();
    }
    return setup;
  }

  private boolean isServed() {
    return settings.rollouts().areServed();
  }

  /**
   * Asks the servers of the policy and of users, where there are any, whether they can play.
   *
   * @throws UserError one line, where it cannot
   */
  public void requireServer(Clock clock) {
    if (isServed()) {
      ServedPolicies.require(
          ServedPolicies.server(settings), Path.of(settings.policy().model()), clock);
    }
    if (playsUsers) {
      RunUsers.require(settings, clock);
    }
  }

  private static void requireText(Path directory) {
    try {
      TemplateTokens.check(directory);
    } catch (IOException | IllegalArgumentException | TemplateException unusable) {
      throw new UserError(
          "policy.model: no usable tokenizer in " + directory + ": " + unusable.getMessage(),
          unusable);
    }
  }

  private GeneratorSources sources() {
    Path tools = Path.of(settings.tasks().generated().tools());
    try {
      return TaskFiles.sources(tools);
    } catch (IOException | IllegalArgumentException unusable) {
      throw new UserError("tasks.tools: " + unusable.getMessage(), unusable);
    }
  }

  /** A line that describes the run. */
  public String text() {
    return String.format(
        Locale.ROOT,
        "%s: %d batches of %d groups of %d, %s in %s (%s), rollouts %s, patches %s, tasks %s",
        settings.run().name(),
        settings.run().length().batches(),
        settings.learner().batch().plannedGroups(),
        settings.learner().batch().groupSize(),
        settings.policy().adapterRank() == 0
            ? "all weights"
            : "adapters of rank " + settings.policy().adapterRank(),
        settings.policy().model(),
        model.family().name().toLowerCase(Locale.ROOT),
        settings.rollouts().engine().name().toLowerCase(Locale.ROOT),
        settings.environment().patches().name().toLowerCase(Locale.ROOT),
        settings.tasks().source().name().toLowerCase(Locale.ROOT));
  }

  /**
   * Lines about the memory that learner and rollouts take, worked out from the model's form.
   *
   * @param deviceMemory bytes of the learner's device; null for what this machine says
   */
  public List<String> memory(@Nullable Long deviceMemory) {
    OptionalLong memory =
        deviceMemory == null
            ? DeviceMemory.of(settings.policy().device())
            : OptionalLong.of(deviceMemory);
    return memoryPlan().lines(memory);
  }

  private MemoryPlan memoryPlan() {
    return new MemoryPlan(settings, model, Runtime.getRuntime().maxMemory());
  }

  /**
   * Looks whether the heap can hold the learner's state.
   *
   * @throws UserError one line, where it cannot
   */
  public void requireHeap() {
    memoryPlan().requireHeap();
  }

  /**
   * The run.
   *
   * @param broker where the topics are; stays open
   * @param err where jobs say what they do
   */
  public TrainingRun run(RunDirectory directory, Connection broker, Clock clock, PrintWriter err) {
    RunPolicies policies = isServed() ? served(directory.runId()) : embedded(directory.runId());
    return new TrainingRun(
        directory,
        settings,
        tasks(directory).forStages(settings.tasks().stages()),
        policies,
        broker,
        clock,
        err);
  }

  private TrainingTasks tasks(RunDirectory directory) {
    if (settings.tasks().source() == TrainTasks.Source.DIRECTORY) {
      return TrainingTasks.ofDirectory(settings.tasks(), settings.evaluation());
    }
    TrainTasks tasks = settings.tasks();
    return TrainingTasks.ofDirectories(
        generated(
            directory,
            GeneratorSettings.of(tasks.seed(), GeneratorSplit.TRAIN, tasks.generated().categories())
                .with(tasks.generated().turns()),
            tasks.generated().count()),
        generated(
            directory,
            GeneratorSettings.fixed(GeneratorSplit.VALIDATION).with(tasks.generated().turns()),
            Math.max(1, settings.evaluation().tasks())),
        generated(
            directory,
            GeneratorSettings.fixed(GeneratorSplit.TEST).with(tasks.generated().turns()),
            Math.max(1, settings.evaluation().test())),
        settings.evaluation());
  }

  /** Tasks are generated once, a run that goes on finds them; no directory of tasks is empty. */
  private Path generated(RunDirectory directory, GeneratorSettings generator, int count) {
    Path target = directory.tasks(generator.split().label());
    if (Files.exists(target)) {
      return target;
    }
    Path unfinished = target.resolveSibling(target.getFileName() + ".part");
    try {
      TaskFiles.delete(unfinished);
      TaskFiles.write(
          new TaskGenerator(generator, sources()),
          count,
          Path.of(settings.tasks().generated().tools()),
          unfinished);
      return Files.move(unfinished, target);
    } catch (IOException failed) {
      throw new UncheckedIOException("tasks cannot be written to " + target, failed);
    }
  }

  private RunPolicies embedded(String runId) {
    TrainSettings.PolicyStart policy = settings.policy();
    EngineSettings engine =
        EngineSettings.onCpu(policy.contextLength())
            .on(settings.rollouts().embedded().device(), policy.precision())
            .withLimits(
                settings.rollouts().embedded().rows(),
                Integer.MAX_VALUE - settings.rollouts().embedded().rows());
    EmbeddedPolicySettings live =
        new EmbeddedPolicySettings(
            Path.of(policy.model()).toAbsolutePath().toString(),
            engine,
            policy.name(),
            runId,
            new RequestOptions(true, settings.rollouts().answers().enableThinking()));
    return new Policies(
        new EmbeddedPolicyFactory(live),
        new EmbeddedPolicyFactory(live.ofRun(runId + EVALUATED)),
        runId + EVALUATED);
  }

  private RunPolicies served(String runId) {
    PolicyFactory policies =
        ServedPolicies.factory(ServedPolicies.server(settings), Path.of(settings.policy().model()));
    return new Policies(policies, policies, runId + EVALUATED);
  }

  /**
   * Policies that are told apart by the run of their versions.
   *
   * @param evaluatedRun the run under which versions are evaluated
   */
  private record Policies(PolicyFactory live, PolicyFactory start, String evaluatedRun)
      implements RunPolicies {
    @Override
    public PolicyFactory at(PolicyUpdate update) {
      return new FixedVersionFactory(
          start, PolicyUpdate.newBuilder(update).setRunId(evaluatedRun).build());
    }
  }
}
