package org.sealflow.jobs.report.run;

import java.nio.file.Path;
import java.util.Map;
import org.sealflow.jobs.report.page.EmbeddedJson;
import org.sealflow.jobs.report.page.KeptTrajectories;
import org.sealflow.jobs.report.page.RunPage;

/** Reports a training run: a page for a browser, JSON for programs, lines for a terminal. */
public final class RunReport {
  private static final RunPage PAGE =
      new RunPage(
          "run.html",
          "run-overview.js",
          "run-learner.js",
          "run-patches.js",
          "trajectory.js",
          "browser.js",
          "run-browser.js",
          "run-page.js");

  private final EmbeddedJson json = new EmbeddedJson();
  private final RunHistory history;

  /** Of a run as it stands. */
  public RunReport(RunHistory history) {
    this.history = history;
  }

  /**
   * Writes the page, in place of an older one.
   *
   * @param directory made where it does not exist
   * @param episodes those to browse
   * @return the page's path
   * @throws org.sealflow.jobs.settings.UserError where the directory cannot be written to
   */
  public Path write(Path directory, RunEpisodes episodes) {
    KeptTrajectories trajectories = episodes.trajectories();
    return PAGE.write(
        directory,
        Map.of(
            "run", to -> to.append(json.write(RunJson.node(history))),
            "episodes", to -> to.append(json.write(episodes.node())),
            "shelf", to -> to.append(json.write(trajectories.node())),
            "index", to -> trajectories.writeIndex(to),
            "trajectories", to -> trajectories.writeTrajectories(to)));
  }

  /** The run as indented JSON that ends with a line break; see {@link RunJson} for its keys. */
  public String json() {
    return RunJson.node(history).toPrettyString() + "\n";
  }

  /** How the run stands and what came of it, as lines for a terminal. */
  public String text() {
    return RunTexts.of(history);
  }
}
