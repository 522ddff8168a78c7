package org.sealflow.jobs.report.page;

import java.util.List;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.TurnDiagnosis;

/** Takes diagnosed episodes in input order. */
@FunctionalInterface
public interface EpisodeTaker {
  /**
   * Takes the next episode.
   *
   * @param id of the episode
   * @param turns its turns in order, unreached ones included
   */
  void add(String id, List<TurnDiagnosis> turns, EpisodeDiagnosis episode);
}
