package org.sealflow.jobs.kafka;

import java.util.EnumSet;
import java.util.Set;
import org.sealflow.schemas.Topic;

/**
 * The topics that a job or a command uses.
 *
 * @param read those it reads
 * @param written those it writes; a topic may be among both
 */
public record TopicUse(Set<Topic> read, Set<Topic> written) {
  /** Copies the sets. */
  public TopicUse {
    read = Set.copyOf(read);
    written = Set.copyOf(written);
  }

  /** Of topics that are read alone. */
  public static TopicUse reading(Topic... topics) {
    return new TopicUse(Set.of(topics), Set.of());
  }

  /** Of topics that are written alone. */
  public static TopicUse writing(Topic... topics) {
    return new TopicUse(Set.of(), Set.of(topics));
  }

  /** This and another use. */
  public TopicUse and(TopicUse other) {
    return new TopicUse(union(read, other.read), union(written, other.written));
  }

  /** All topics that are used. */
  public Set<Topic> all() {
    return union(read, written);
  }

  private static Set<Topic> union(Set<Topic> one, Set<Topic> other) {
    Set<Topic> both = EnumSet.noneOf(Topic.class);
    both.addAll(one);
    both.addAll(other);
    return both;
  }
}
