package org.sealflow.learn.weights;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which checkpoints need which snapshot files: each that has begun until it is aborted,
 * and of the completed ones the newest, as many as the cluster retains. A savepoint taken on the
 * way is never reported as completed, so that its file stays for good, as the savepoint does; so
 * does the file of what another job starts from, which may be started from again.
 *
 * <p>Every checkpoint writes the list with itself as the newest entry, unless it needs no file.
 * What a restore does not find in it belongs to steps that were lost, or to a time that the run was
 * taken back from.
 */
public final class SnapshotHolds {
  private final String job;
  private final int retained;
  private final NavigableMap<Long, HeldSnapshot> held = new TreeMap<>();
  private final NavigableSet<Long> completed = new TreeSet<>();
  private boolean newestIsOwn;

  /**
   * Nothing held yet.
   *
   * @param job id of the Flink job
   * @param retained how many completed checkpoints the cluster retains, from 1
   */
  public SnapshotHolds(String job, int retained) {
    this.job = job;
    this.retained = retained;
  }

  /**
   * Takes in what a checkpoint wrote. Where this job wrote it, it has completed; where another one
   * did, nobody says when it is needed no more.
   *
   * @param owner the {@link #owner} of its newest entry; null in states of earlier versions
   */
  public void restore(List<HeldSnapshot> entries, @Nullable String owner) {
    entries.forEach(entry -> held.put(entry.checkpoint(), entry));
    if (!held.isEmpty() && job.equals(owner)) {
      held.put(held.lastKey(), held.lastEntry().getValue().asCompleted());
    }
    for (HeldSnapshot entry : held.values()) {
      if (entry.completed()) {
        completed.add(entry.checkpoint());
      }
    }
  }

  /** A checkpoint begins; the snapshot is null if the state itself holds it. */
  public void begin(long checkpoint, @Nullable StoredSnapshot snapshot) {
    newestIsOwn = snapshot != null;
    if (snapshot != null) {
      held.put(checkpoint, HeldSnapshot.begun(checkpoint, snapshot));
    }
  }

  /** A checkpoint has completed: those it supersedes need their files no more. */
  public void complete(long checkpoint) {
    held.computeIfPresent(checkpoint, (number, entry) -> entry.asCompleted());
    completed.add(checkpoint);
    while (completed.size() > retained) {
      completed.pollFirst();
    }
    long oldest = completed.first();
    held.values().removeIf(entry -> entry.completed() && entry.checkpoint() < oldest);
  }

  /** A checkpoint will never complete. */
  public void abort(long checkpoint) {
    held.remove(checkpoint);
  }

  /** All entries, by checkpoint. */
  public List<HeldSnapshot> entries() {
    return List.copyOf(held.values());
  }

  /** This job if the newest entry is of the checkpoint that began last; else null. */
  public @Nullable String owner() {
    return newestIsOwn ? job : null;
  }

  /** The newest entry's file; null if nothing is held. */
  public @Nullable StoredSnapshot newest() {
    Map.Entry<Long, HeldSnapshot> last = held.lastEntry();
    return last == null ? null : last.getValue().snapshot();
  }

  /** The files needed. */
  public Set<StoredSnapshot> files() {
    Set<StoredSnapshot> files = new HashSet<>();
    held.values().forEach(entry -> files.add(entry.snapshot()));
    return files;
  }
}
