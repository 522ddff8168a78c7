package org.sealflow.jobs.train;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.DialogueLimits;
import org.sealflow.environment.conversation.PromptStyles;
import org.sealflow.jobs.settings.UserChoice;
import org.sealflow.rollout.branch.Branching;
import org.sealflow.schemas.StepLimitScope;
import org.sealflow.settings.SameSection;
import org.sealflow.settings.SettingsProblems;

/** The section {@code rollouts}: how episodes are played. */
public record TrainRollouts(
    Engine engine,
    @SameSection Embedded embedded,
    @SameSection Server server,
    @SameSection Answers answers,
    @SameSection Rules rules,
    @SameSection Pace pace,
    UserChoice user,
    Branching branches) {

  /** The engines that can sample answers in episodes. */
  public enum Engine {
    /** The policy in this process. */
    EMBEDDED,
    /** An OpenAI-compatible server. */
    OPENAI
  }

  /** The engine in this process. */
  public record Embedded(String device, int rows) {
    /** Checks the problems. */
    public Embedded {
      SettingsProblems problems = new SettingsProblems();
      problems.atLeast(1, "rows", rows);
      problems.throwIfAny();
    }
  }

  /** The server, and how it is given adapters. */
  public record Server(
      String baseUrl,
      String servedModel,
      String keyVariable,
      boolean processedLogProbs,
      boolean loadAdapters,
      List<String> replicas,
      List<String> adapterPaths,
      String adapterCopies) {
    /** Copies the lists. */
    public Server {
      replicas = List.copyOf(replicas);
      adapterPaths = List.copyOf(adapterPaths);
    }
  }

  /** How an answer is sampled. */
  public record Answers(
      double temperature, int maxTokens, boolean seeded, @Nullable Boolean enableThinking) {
    /** Checks the problems. */
    public Answers {
      SettingsProblems problems = new SettingsProblems();
      problems.expect(temperature > 0, "temperature", temperature, "more than 0");
      problems.atLeast(1, "maxTokens", maxTokens);
      problems.throwIfAny();
    }
  }

  /** The rules of an episode. */
  public record Rules(
      String promptStyle,
      int stepLimit,
      StepLimitScope stepLimitScope,
      boolean toolEnforcement,
      DialogueLimits dialogue) {
    /** Checks the problems. */
    public Rules {
      SettingsProblems problems = new SettingsProblems();
      problems.check(() -> PromptStyles.named(promptStyle));
      problems.atLeast(0, "stepLimit", stepLimit);
      problems.throwIfAny();
    }
  }

  /** How much goes on at the same time, and for how long. */
  public record Pace(
      int inFlight, boolean batchesOverlap, Duration answerDeadline, Duration episodeDeadline) {
    /** Checks the problems. */
    public Pace {
      SettingsProblems problems = new SettingsProblems();
      problems.atLeast(1, "inFlight", inFlight);
      problems.expect(!answerDeadline.isZero(), "answerDeadline", answerDeadline, "more than 0");
      problems.expect(!episodeDeadline.isZero(), "episodeDeadline", episodeDeadline, "more than 0");
      problems.throwIfAny();
    }
  }

  /** Checks that they go together. */
  public TrainRollouts {
    SettingsProblems problems = new SettingsProblems();
    problems.expect(
        engine != Engine.OPENAI || !server.servedModel.isBlank(),
        "servedModel",
        server.servedModel,
        "the model's name at the server");
    problems.throwIfAny();
  }

  /** Whether a server plays. */
  boolean areServed() {
    return engine == Engine.OPENAI;
  }
}
