package org.sealflow.jobs.otlp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The JSON of OTLP: resources, attributes and evaluation events. */
public final class OtlpJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int INFO = 9;

  private OtlpJson() {}

  /** Adds the only resource and scope of a document, ours; returns the scope. */
  public static ObjectNode scope(ObjectNode data, String resources, String scopes) {
    ObjectNode resource = data.putArray(resources).addObject();
    attribute(
        resource.putObject("resource").putArray("attributes"),
        "service.name",
        NODES.textNode("sealflow"));
    ObjectNode scope = resource.putArray(scopes).addObject();
    scope.putObject("scope").put("name", "sealflow");
    return scope;
  }

  /** Adds an attribute; a number or truth value keeps its type, all else is text. */
  public static void attribute(ArrayNode attributes, String key, JsonNode value) {
    ObjectNode holder = attributes.addObject().put("key", key).putObject("value");
    if (value.isBoolean()) {
      holder.set("boolValue", value);
    } else if (value.isIntegralNumber()) {
      holder.put("intValue", value.asText());
    } else if (value.isNumber()) {
      holder.set("doubleValue", value);
    } else {
      holder.put("stringValue", value.asText());
    }
  }

  /** Adds an attribute of text, unless there is none. */
  static void text(ArrayNode attributes, String key, @Nullable String value) {
    if (value != null) {
      attribute(attributes, key, NODES.textNode(value));
    }
  }

  /** Nanoseconds since 1970, as OTLP writes times. */
  public static BigInteger nanos(Instant time) {
    return BigInteger.valueOf(time.getEpochSecond())
        .multiply(BigInteger.valueOf(1_000_000_000))
        .add(BigInteger.valueOf(time.getNano()));
  }

  /**
   * Adds an evaluation event.
   *
   * @param name what is evaluated
   * @return its attributes
   */
  public static ArrayNode evaluation(ArrayNode records, BigInteger nanos, String name) {
    ObjectNode event =
        records
            .addObject()
            .put("timeUnixNano", nanos.toString())
            .put("observedTimeUnixNano", nanos.toString())
            .put("severityNumber", INFO)
            .put("eventName", "gen_ai.evaluation.result");
    ArrayNode attributes = event.putArray("attributes");
    attribute(attributes, "gen_ai.evaluation.name", NODES.textNode(name));
    return attributes;
  }
}
