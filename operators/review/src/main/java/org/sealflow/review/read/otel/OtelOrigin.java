package org.sealflow.review.read.otel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A member of an OTLP file with what is around it: of a span or a log record its scope, the scope's
 * resource, and the value of the file.
 *
 * @param around what the member is in; null for a value of the file
 * @param list the list of {@code around} that holds it; empty for a value of the file
 * @param member the member as recorded; not to be changed
 */
record OtelOrigin(@Nullable OtelOrigin around, String list, JsonNode member) {
  private static final Set<String> LISTS =
      Set.of(
          "resourceSpans",
          "resource_spans",
          "resourceLogs",
          "resource_logs",
          "scopeSpans",
          "scope_spans",
          "scopeLogs",
          "scope_logs",
          "spans",
          "logRecords",
          "log_records");

  static OtelOrigin ofFile(JsonNode value) {
    return new OtelOrigin(null, "", value);
  }

  /** The members of a list; the list may have one of two names. */
  List<OtelOrigin> members(String name, String other) {
    String list = member.has(name) ? name : other;
    List<OtelOrigin> members = new ArrayList<>();
    member.path(list).forEach(below -> members.add(new OtelOrigin(this, list, below)));
    return members;
  }

  /**
   * Spans and log records with every field of their scopes, resources and values. Other spans and
   * log records of the same are left out.
   *
   * @return the value of the file if it is one, else an array of them
   */
  static JsonNode together(Collection<OtelOrigin> members) {
    ArrayNode values = JsonNodeFactory.instance.arrayNode();
    IdentityHashMap<OtelOrigin, ObjectNode> built = new IdentityHashMap<>();
    for (OtelOrigin member : members) {
      member.place(member.member, built, values);
    }
    return values.size() == 1 ? values.get(0) : values;
  }

  private void place(
      JsonNode copy, IdentityHashMap<OtelOrigin, ObjectNode> built, ArrayNode values) {
    if (around == null) {
      values.add(copy);
      return;
    }
    ObjectNode holder = built.get(around);
    if (holder == null) {
      holder = around.withoutLists();
      built.put(around, holder);
      around.place(holder, built, values);
    }
    holder.withArrayProperty(list).add(copy);
  }

  private ObjectNode withoutLists() {
    ObjectNode copy = JsonNodeFactory.instance.objectNode();
    member
        .properties()
        .forEach(
            field -> {
              if (!LISTS.contains(field.getKey())) {
                copy.set(field.getKey(), field.getValue());
              }
            });
    return copy;
  }
}
