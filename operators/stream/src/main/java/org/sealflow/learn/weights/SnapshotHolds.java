package org.sealflow.learn.weights;

import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Knows which snapshot files this job may delete: those that it has written itself and that no
 * savepoint can name. Of these it remembers which checkpoints need them: each that has begun until
 * it is aborted, and of the completed ones the newest, as many as the cluster retains.
 *
 * <p>Flink reports neither that a savepoint has completed on the way, nor that it was disposed of.
 * So the file of a checkpoint that is not reported before a later one stays for good. So does the
 * file of what the job was restored from: savepoints taken since may name it too.
 *
 * <p>Every checkpoint writes the list with itself as the newest entry, unless its file is not one
 * of those. A restore knows no other files: what lost steps wrote stays, since a savepoint may name
 * it.
 */
public final class SnapshotHolds {
  private final String job;
  private final int retained;
  private final Set<StoredSnapshot> own = new HashSet<>();
  private final NavigableMap<Long, HeldSnapshot> held = new TreeMap<>();
  private final NavigableSet<Long> completed = new TreeSet<>();

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
   * Takes over what a checkpoint of this job wrote. Files of other jobs are theirs.
   *
   * @param owner the job that wrote it; null in states of earlier versions
   */
  public void restore(List<HeldSnapshot> entries, @Nullable String owner) {
    if (job.equals(owner)) {
      for (HeldSnapshot entry : entries) {
        own.add(entry.snapshot());
        held.put(entry.checkpoint(), entry);
        if (entry.completed()) {
          completed.add(entry.checkpoint());
        }
      }
      leaveUnreported(held);
    }
  }

  private void leaveUnreported(NavigableMap<Long, HeldSnapshot> entries) {
    for (HeldSnapshot entry : entries.values()) {
      if (!entry.completed()) {
        own.remove(entry.snapshot());
      }
    }
    held.values().removeIf(entry -> !own.contains(entry.snapshot()));
  }

  /** This job has written a file that was not there before. */
  public void wrote(StoredSnapshot file) {
    own.add(file);
  }

  /** A checkpoint begins; the snapshot is null if the state itself holds it. */
  public void begin(long checkpoint, @Nullable StoredSnapshot snapshot) {
    if (snapshot != null && own.contains(snapshot)) {
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
    leaveUnreported(held.headMap(checkpoint, false));
    long oldest = completed.first();
    held.values().removeIf(entry -> entry.completed() && entry.checkpoint() < oldest);
  }

  /** A checkpoint will never complete. */
  public void abort(long checkpoint) {
    held.remove(checkpoint);
  }

  /**
   * Gives up the files that neither a checkpoint nor the next step needs, to be deleted.
   *
   * @param current what the next step reads; null if the state itself holds it
   */
  public Set<StoredSnapshot> release(@Nullable StoredSnapshot current) {
    Set<StoredSnapshot> released = new HashSet<>(own);
    held.values().forEach(entry -> released.remove(entry.snapshot()));
    if (current != null) {
      released.remove(current);
    }
    own.removeAll(released);
    return released;
  }

  /** All entries, by checkpoint. */
  public List<HeldSnapshot> entries() {
    return List.copyOf(held.values());
  }

  /** The job that writes the entries. */
  public String owner() {
    return job;
  }
}
