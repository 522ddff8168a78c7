package org.sealflow.jobs.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sealflow.jobs.cli.bench.BenchCommand;
import org.sealflow.jobs.cli.chaos.ChaosCommand;
import org.sealflow.jobs.cli.doctor.DoctorCommand;
import org.sealflow.jobs.cli.job.CanaryCommand;
import org.sealflow.jobs.cli.job.DiagnoseCommand;
import org.sealflow.jobs.cli.job.EvaluateCommand;
import org.sealflow.jobs.cli.job.RolloutCommand;
import org.sealflow.jobs.cli.job.SubmitCommand;
import org.sealflow.jobs.cli.job.TopCommand;
import org.sealflow.jobs.cli.replay.CompareCommand;
import org.sealflow.jobs.cli.replay.PublishCommand;
import org.sealflow.jobs.cli.replay.ReplayCommand;
import org.sealflow.jobs.cli.replay.ReportCommand;
import org.sealflow.jobs.cli.serve.ServeCommand;
import org.sealflow.jobs.cli.task.SynthesizeCommand;
import org.sealflow.jobs.cli.task.TasksCommand;
import org.sealflow.jobs.cli.topic.FailuresCommand;
import org.sealflow.jobs.cli.topic.PatchesCommand;
import org.sealflow.jobs.cli.topic.TailCommand;
import org.sealflow.jobs.cli.topic.TopicsCommand;
import org.sealflow.jobs.cli.train.ExperimentCommand;
import org.sealflow.jobs.cli.train.ExportCommand;
import org.sealflow.jobs.cli.train.PublishPolicyCommand;
import org.sealflow.jobs.cli.train.TrainCommand;
import org.sealflow.jobs.cli.train.WarmStartCommand;
import picocli.CommandLine;

/**
 * The commands by the job they are for. A command's class is loaded when it is made, not before.
 */
enum SealflowCommand {
  REPLAY(
      Job.TRAJECTORIES,
      "Says why recorded episodes fail, which turn was the cause; --report makes a page."),
  EVALUATE(Job.TRAJECTORIES, "Plays tasks with a policy, strictly, and says how many it passes."),
  TASKS(Job.TRAJECTORIES, "Makes task directories: imported or generated."),

  DIAGNOSE(Job.LIVE, "Runs the live job: diagnoses trajectories as they come."),
  CANARY(Job.LIVE, "Shows what this release would diagnose differently."),
  PUBLISH(Job.LIVE, "Puts recorded trajectories on the topics."),
  TAIL(Job.LIVE, "Shows records of a topic as they come."),
  TOP(Job.LIVE, "Shows how running jobs are, again and again."),
  PATCHES(Job.LIVE, "Shows environment patches, retires or pins them."),
  FAILURES(Job.LIVE, "Shows records that could not be used, and sends them again."),
  TOPICS(Job.LIVE, "Makes and lists the topics."),

  TRAIN(Job.TRAINING, "Runs the closed loop in a run directory of its own."),
  REPORT(Job.TRAINING, "Makes a page about a training run that `train` left."),
  COMPARE(Job.TRAINING, "Compares training runs on a page."),
  EXPERIMENT(Job.TRAINING, "Runs the arms of a question with several seeds."),
  ROLLOUT(Job.TRAINING, "Plays training episodes for a job that runs elsewhere."),
  EXPORT(Job.TRAINING, "Writes settled batches for trainers elsewhere."),
  PUBLISH_POLICY(Job.TRAINING, "Publishes what a trainer elsewhere has learned."),
  SYNTHESIZE(Job.TRAINING, "Makes tasks about what the policy of a run is weak at."),
  WARM_START(Job.TRAINING, "Makes a small policy from demonstrations."),

  SERVE(
      Job.SERVING,
      "Answers others over HTTP: a policy as OpenAI's API, an environment for trainers."),
  SUBMIT(Job.SERVING, "Sends a job to a Flink cluster."),

  DOCTOR(Job.MACHINE, "Checks Java, engine, broker, topics and timeouts."),
  CHAOS(Job.MACHINE, "Plays faults to a whole system and checks that nothing is lost."),
  BENCH(Job.MACHINE, "Measures the project's figures."),
  HELP(Job.MACHINE, "Explains a command.");

  /** The purposes that commands are grouped by. */
  enum Job {
    TRAJECTORIES("Find out why episodes fail"),
    LIVE("Watch a live stream"),
    TRAINING("Train a policy"),
    SERVING("Serve and deploy"),
    MACHINE("Look after this machine");

    private final String title;

    Job(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  private final Job job;
  private final String description;

  SealflowCommand(Job job, String description) {
    this.job = job;
    this.description = description;
  }

  /** The command of a word; empty if there is none. */
  static Optional<SealflowCommand> of(String word) {
    return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
  }

  /** The names of all commands. */
  static List<String> words() {
    return Arrays.stream(values()).map(SealflowCommand::word).toList();
  }

  /** Its name on the command line, e.g. {@code warm-start}. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  Job job() {
    return job;
  }

  /** Its purpose in one line. */
  String description() {
    return description;
  }

  /** A new object of the command's class. */
  Object make() {
    return switch (this) {
      case REPLAY -> new ReplayCommand();
      case EVALUATE -> new EvaluateCommand();
      case TASKS -> new TasksCommand();
      case DIAGNOSE -> new DiagnoseCommand();
      case CANARY -> new CanaryCommand();
      case PUBLISH -> new PublishCommand();
      case TAIL -> new TailCommand();
      case TOP -> new TopCommand();
      case PATCHES -> new PatchesCommand();
      case FAILURES -> new FailuresCommand();
      case TOPICS -> new TopicsCommand();
      case TRAIN -> new TrainCommand();
      case REPORT -> new ReportCommand();
      case COMPARE -> new CompareCommand();
      case EXPERIMENT -> new ExperimentCommand(Sealflow.class);
      case ROLLOUT -> new RolloutCommand();
      case EXPORT -> new ExportCommand();
      case PUBLISH_POLICY -> new PublishPolicyCommand();
      case SYNTHESIZE -> new SynthesizeCommand();
      case WARM_START -> new WarmStartCommand();
      case SERVE -> new ServeCommand();
      case SUBMIT -> new SubmitCommand();
      case DOCTOR -> new DoctorCommand();
      case CHAOS -> new ChaosCommand(Sealflow.class, Sealflow::execute);
      case BENCH -> new BenchCommand();
      case HELP -> new CommandLine.HelpCommand();
    };
  }
}
