package org.sealflow.rollout.embedded;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.engine.EngineSettings;
import org.sealflow.rollout.openai.RequestOptions;

/**
 * Settings of a model that answers inside the job.
 *
 * @param modelDirectory a Hugging Face directory on the machine that plays, with tokenizer and chat
 *     template; its weights are version 0
 * @param engine how it is held
 * @param policyName the policy whose versions are taken
 * @param runId the run whose versions are taken, so that those of an earlier run are not; null for
 *     any
 * @param requests what the chat template is told besides the messages
 */
public record EmbeddedPolicySettings(
    String modelDirectory,
    EngineSettings engine,
    String policyName,
    @Nullable String runId,
    RequestOptions requests)
    implements Serializable {
  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException naming every problem
   */
  public EmbeddedPolicySettings {
    List<String> problems = new ArrayList<>();
    if (modelDirectory.isEmpty()) {
      problems.add("no model directory is named");
    }
    if (policyName.isEmpty()) {
      problems.add("no policy is named");
    }
    if (runId != null && runId.isEmpty()) {
      problems.add("the run is named by an empty text, expected a name or none");
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }

  /** With nothing told to the chat template besides the messages. */
  public EmbeddedPolicySettings(
      String modelDirectory, EngineSettings engine, String policyName, @Nullable String runId) {
    this(modelDirectory, engine, policyName, runId, RequestOptions.DEFAULT);
  }

  /** Versions of any run. */
  public static EmbeddedPolicySettings of(
      String modelDirectory, EngineSettings engine, String policyName) {
    return new EmbeddedPolicySettings(modelDirectory, engine, policyName, null);
  }

  /** The same for the versions of one run alone. */
  public EmbeddedPolicySettings ofRun(String run) {
    return new EmbeddedPolicySettings(modelDirectory, engine, policyName, run, requests);
  }
}
