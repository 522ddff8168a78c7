package org.sealflow.jobs.cli;

import java.lang.reflect.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Lays out the help: commands under the job they are for, options under what they are about with
 * the required ones first, and an example at the end.
 */
final class HelpPage {
  private static final String INDENT = "  ";

  private HelpPage() {}

  /** Lays out the help of a command and of those below it. */
  static void install(CommandLine command) {
    Map<String, CommandLine.IHelpSectionRenderer> sections = command.getHelpSectionMap();
    sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpPage::options);
    sections.put(UsageMessageSpec.SECTION_KEY_FOOTER, HelpPage::footer);
    if (command.getCommandSpec().userObject() instanceof Sealflow) {
      sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> commands());
    }
    for (CommandLine below : command.getSubcommands().values()) {
      below.getCommandSpec().usageMessage().abbreviateSynopsis(true);
      install(below);
    }
  }

  private static String commands() {
    StringBuilder text = new StringBuilder();
    int width = SealflowCommand.words().stream().mapToInt(String::length).max().orElseThrow();
    for (SealflowCommand.Job job : SealflowCommand.Job.values()) {
      text.append(System.lineSeparator()).append(job.title()).append(':');
      text.append(System.lineSeparator());
      for (SealflowCommand each : SealflowCommand.values()) {
        if (each.job() == job) {
          text.append(INDENT).append(each.word());
          text.append(" ".repeat(width - each.word().length() + 2));
          text.append(each.description()).append(System.lineSeparator());
        }
      }
    }
    return text.toString();
  }

  private static String options(Help help) {
    Map<OptionTopic, List<OptionSpec>> topics = new EnumMap<>(OptionTopic.class);
    for (OptionSpec option : help.commandSpec().options()) {
      if (!option.hidden()) {
        topics.computeIfAbsent(OptionTopic.of(option), topic -> new ArrayList<>()).add(option);
      }
    }
    StringBuilder text = new StringBuilder();
    topics.forEach(
        (topic, options) -> {
          options.sort(Comparator.comparing(OptionSpec::longestName));
          text.append(System.lineSeparator()).append(topic.title()).append(':');
          text.append(System.lineSeparator());
          Help.Layout layout = help.createDefaultLayout();
          layout.addOptions(options, help.parameterLabelRenderer());
          text.append(layout);
        });
    return text.toString();
  }

  private static String footer(Help help) {
    String name = help.commandSpec().qualifiedName();
    String example = Examples.of(name.substring(name.indexOf(' ') + 1));
    String own = help.footer();
    return example.isEmpty()
        ? own
        : own + String.format("%nExample:%n%s./sealflow %s%n", INDENT, example);
  }

  /** The groups of options on a page. */
  private enum OptionTopic {
    REQUIRED("Required"),
    OWN("Options"),
    POLICY("The policy"),
    FAULTS("Faults of the scripted policy"),
    TASKS("Tasks"),
    READING("How recordings are read"),
    PLAYING("How episodes are played"),
    USERS("Who plays users"),
    PLANNING("What is planned"),
    LEARNING("Learning"),
    RECORDING("What is recorded and shown"),
    LISTENING("Where it listens, who may call, and limits"),
    JOB("The job"),
    CLUSTER("The cluster"),
    BROKER("The broker"),
    ALWAYS("Always");

    /** The topics of mixins, by the simple name of the class. */
    private static final Map<String, OptionTopic> MIXINS =
        Map.ofEntries(
            Map.entry("PolicyOptions", POLICY),
            Map.entry("TaskOptions", TASKS),
            Map.entry("ServedTaskOptions", TASKS),
            Map.entry("ReadingOptions", READING),
            Map.entry("PlayOptions", PLAYING),
            Map.entry("PlayLimits", PLAYING),
            Map.entry("UserOptions", USERS),
            Map.entry("PlanOptions", PLANNING),
            Map.entry("LearnOptions", LEARNING),
            Map.entry("RecordOptions", RECORDING),
            Map.entry("GatewayTraining", LEARNING),
            Map.entry("ListenOptions", LISTENING),
            Map.entry("EnvironmentPorts", LISTENING),
            Map.entry("LiveOptions", JOB),
            Map.entry("ClusterOptions", CLUSTER),
            Map.entry("ConnectionOptions", BROKER),
            Map.entry("CommonOptions", ALWAYS));

    private static final List<String> OF_SCRIPT = List.of("--fault", "--slow-by");

    private final String title;

    OptionTopic(String title) {
      this.title = title;
    }

    static OptionTopic of(OptionSpec option) {
      if (option.required()) {
        return REQUIRED;
      }
      if (option.usageHelp() || option.versionHelp()) {
        return ALWAYS;
      }
      if (OF_SCRIPT.contains(option.longestName())) {
        return FAULTS;
      }
      return MIXINS.getOrDefault(declaring(option), OWN);
    }

    private static String declaring(ArgSpec option) {
      return option.userObject() instanceof Member member
          ? member.getDeclaringClass().getSimpleName()
          : "";
    }

    String title() {
      return title;
    }
  }
}
