package org.sealflow.jobs.cli.topic;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecordBase;
import org.sealflow.schemas.Topic;

/** Selects records that have, for every facet asked for, one of its values. */
final class RecordFilter {
  private final Map<Facet, Set<String>> wanted = new EnumMap<>(Facet.class);

  /** Asks for one of these values of a facet; no value asks for nothing. */
  RecordFilter with(Facet facet, Collection<?> values) {
    if (!values.isEmpty()) {
      wanted.put(facet, values.stream().map(Object::toString).collect(Collectors.toSet()));
    }
    return this;
  }

  /** Why the filter makes no sense for a topic, as one line; empty if it does. */
  Optional<String> problem(Topic topic) {
    Set<String> misplaced = new TreeSet<>();
    for (Facet facet : wanted.keySet()) {
      if (!facet.topics().contains(topic)) {
        misplaced.add(
            facet.option()
                + " does not filter "
                + topic.baseName()
                + " (it filters "
                + facet.topics().stream().map(Topic::baseName).collect(Collectors.joining(", "))
                + ")");
      }
    }
    return misplaced.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", misplaced));
  }

  /** Whether everything is wanted. */
  boolean isOpen() {
    return wanted.isEmpty();
  }

  /** Whether this record is wanted. */
  boolean wants(SpecificRecordBase record) {
    return wanted.entrySet().stream()
        .noneMatch(asked -> Collections.disjoint(asked.getValue(), asked.getKey().values(record)));
  }
}
