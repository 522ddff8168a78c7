package org.sealflow.tau;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.task.Scenario;
import org.sealflow.tau.world.Step;

/**
 * Writes what the agent and the simulated user are told. The benchmark's words are read from the
 * folders {@code prompts/} and {@code data/tau2/user_simulator/}; words of our own stand in for
 * absent files.
 */
public final class Prompts {
  /** The tool by which a solo agent ends a conversation. */
  public static final String DONE = "done";

  private static final String TICKET = "{ticket}";
  private static final String FRAME =
      "<instructions>\n{agent_instruction}\n</instructions>\n"
          + "<policy>\n{domain_policy}\n</policy>";
  private static final String SOLO_FRAME = FRAME + "\n<ticket>\n{ticket}\n</ticket>";
  private static final String USER_FRAME =
      "{global_user_sim_guidelines_with_persona}\n\n<scenario>\n{instructions}\n</scenario>";
  private static final String INSTRUCTION =
      "You serve customers by the rules in <policy>.\n"
          + "In each turn either write to the user or call tools, not both.\n"
          + "Keep to the policy. Write only valid JSON as arguments.";
  private static final String SOLO_INSTRUCTION =
      "You serve customers by the rules in <policy>, and nobody will answer you: only call tools.\n"
          + "The request stands in <ticket>. Once it is settled, call `{stop_function_name}` alone.\n"
          + "Keep to the policy. Write only valid JSON as arguments.";
  private static final String GUIDELINES =
      "Play a customer who talks to a service agent, as <scenario> describes.\n"
          + "Write one short message at a time, and tell what the scenario says only step by step.\n"
          + "Never invent facts. Say ###STOP### once your goal is reached, ###TRANSFER### once you"
          + " are handed to a human, ###OUT-OF-SCOPE### if the scenario lacks what you need.";
  private static final String GUIDELINES_WITH_TOOLS =
      GUIDELINES
          + "\nYou have tools for what you could do yourself. Use them if the agent asks you to, and"
          + " report only what they show.";

  private static final String JUDGE =
      "Decide for each expected outcome whether the agent in the conversation brought it about.\n"
          + "Answer a JSON object and nothing else: {\"results\": [{\"expectedOutcome\": the outcome"
          + " as given, \"reasoning\": why, \"metExpectation\": true or false}]}";
  private static final String JUDGED =
      "conversation:\n{trajectory_str}\n\nexpectedOutcomes:\n{nl_assertions}";

  private final @Nullable Path prompts;
  private final @Nullable Path guidelines;

  private Prompts(@Nullable Path prompts, @Nullable Path guidelines) {
    this.prompts = prompts;
    this.guidelines = guidelines;
  }

  Prompts(Path folder) {
    this(
        folder.resolve("prompts"),
        folder.resolve("data").resolve("tau2").resolve("user_simulator"));
  }

  /** Words of our own alone, for where no folder is at hand. */
  public static Prompts ours() {
    return new Prompts(null, null);
  }

  /** The agent's system prompt. */
  public String agent(String policy) {
    return text(prompts, "agent_system_template.txt", FRAME)
        .replace("{agent_instruction}", text(prompts, "agent_instruction.txt", INSTRUCTION))
        .replace("{domain_policy}", policy);
  }

  /** The system prompt of an agent that plays alone. */
  public String soloAgent(String policy, String ticket) {
    return text(prompts, "agent_solo_system_template.txt", SOLO_FRAME)
        .replace(
            "{agent_instruction}",
            text(prompts, "agent_solo_instruction.txt", SOLO_INSTRUCTION)
                .replace("{stop_function_name}", DONE))
        .replace("{domain_policy}", policy)
        .replace(TICKET, ticket);
  }

  /** The system prompt of an agent that plays alone, without its ticket. */
  public String soloFrame(String policy) {
    return soloAgent(policy, TICKET);
  }

  /** The simulated user's system prompt. */
  public String user(Scenario scenario, boolean hasTools) {
    return withScenario(userFrame(hasTools), scenario);
  }

  /** The simulated user's system prompt without its scenario. */
  public String userFrame(boolean hasTools) {
    String rules =
        hasTools
            ? text(guidelines, "simulation_guidelines_tools.md", GUIDELINES_WITH_TOOLS)
            : text(guidelines, "simulation_guidelines.md", GUIDELINES);
    return text(prompts, "user_system_template.txt", USER_FRAME)
        .replace(
            "{global_user_sim_guidelines_with_persona}", rules.replace("<PERSONA_GUIDELINES>", ""));
  }

  /** A frame of {@link #userFrame} with a scenario in it. */
  public static String withScenario(String frame, Scenario scenario) {
    return frame.replace("{instructions}", scenario.text());
  }

  /** A frame of {@link #soloFrame} with a ticket in it. */
  public static String withTicket(String frame, String ticket) {
    return frame.replace(TICKET, ticket);
  }

  /** The system prompt of a judge of natural-language assertions. */
  public String judge() {
    return text(prompts, "nl_judge_system.txt", JUDGE);
  }

  /** The question to a judge: whether a conversation meets assertions. */
  public String judged(List<Step> steps, List<String> assertions) {
    StringJoiner lines = new StringJoiner("\n");
    for (Step step : steps) {
      String said = step.content();
      lines.add(step.role().label() + ": " + (said == null ? "None" : said));
      step.results().forEach(result -> lines.add("tool: " + result.content()));
    }
    return text(prompts, "nl_judge_user_template.txt", JUDGED)
        .replace("{nl_assertions}", Python.repr(assertions))
        .replace("{trajectory_str}", lines.toString());
  }

  private static String text(@Nullable Path folder, String name, String standIn) {
    if (folder == null) {
      return standIn;
    }
    Path file = folder.resolve(name);
    try {
      return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : standIn;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
