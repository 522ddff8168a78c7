package org.sealflow.jobs.bench.loop;

import java.util.List;
import java.util.Map;

/**
 * Remembers what consumers have read of a running loop. Times in nanoseconds are those of {@link
 * System#nanoTime} at which a record had been read.
 *
 * @param ends episode → when its end was read on the trajectories
 * @param diagnoses episode → when its diagnosis was read
 * @param patches patches in the order read
 * @param starts starts of episodes that are shown patches, in the order read
 * @param manifests the batches as planned, in the order read
 * @param episodes how many episodes were started in all
 */
record LoopSightings(
    Map<String, Long> ends,
    Map<String, Long> diagnoses,
    List<Patch> patches,
    List<Start> starts,
    List<Manifest> manifests,
    int episodes) {
  /**
   * A record of a patch.
   *
   * @param category of the tasks it is shown in; {@code *} for all
   * @param alwaysShown whether no other patch can take its place in a prompt
   * @param active whether it is shown from now on
   * @param activatedAt when it last became active, milliseconds since the epoch; further records of
   *     the same activation repeat it
   * @param issued when it was issued, on the clock of {@link System#nanoTime}
   * @param evidence some of the newest episodes that show the failure it answers
   */
  record Patch(
      String key,
      String category,
      boolean alwaysShown,
      boolean active,
      long activatedAt,
      long issued,
      List<String> evidence,
      long nanos) {
    Patch {
      evidence = List.copyOf(evidence);
    }
  }

  /**
   * A start of an episode.
   *
   * @param startedAt time of the event, milliseconds since the epoch
   * @param shown keys of the patches shown, at least one
   */
  record Start(long startedAt, List<String> shown, long nanos) {
    Start {
      shown = List.copyOf(shown);
    }
  }

  /**
   * A batch as planned.
   *
   * @param planned when, on the clock of {@link System#nanoTime}
   * @param groups those in the arm that is shown patches, without branches
   */
  record Manifest(long planned, List<Group> groups) {
    Manifest {
      groups = List.copyOf(groups);
    }
  }

  /**
   * A group of a batch.
   *
   * @param category of its task
   * @param shown keys of the patches it is shown
   */
  record Group(String category, List<String> shown) {
    Group {
      shown = List.copyOf(shown);
    }
  }

  LoopSightings {
    ends = Map.copyOf(ends);
    diagnoses = Map.copyOf(diagnoses);
    patches = List.copyOf(patches);
    starts = List.copyOf(starts);
    manifests = List.copyOf(manifests);
  }
}
