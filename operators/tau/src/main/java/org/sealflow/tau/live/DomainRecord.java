package org.sealflow.tau.live;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.sealflow.schemas.LongContextConstants;
import org.sealflow.schemas.digest.Sha256;
import org.sealflow.tau.Benchmark;
import org.sealflow.tau.python.JsonValues;

/** A domain's data, and what players of it are told, as the record that its tasks refer to. */
final class DomainRecord {
  private static final String DOMAIN = "domain";
  private static final String DATA = "data";
  private static final String USER_DATA = "userData";
  private static final String PARTS = "parts";

  private DomainRecord() {}

  static LongContextConstants of(Benchmark benchmark, String domain) {
    ObjectNode json = JsonValues.mapper().createObjectNode().put(DOMAIN, domain);
    json.set(DATA, benchmark.data(domain));
    JsonNode userData = benchmark.userData(domain);
    if (userData != null) {
      json.set(USER_DATA, userData);
    }
    json.set(PARTS, JsonValues.mapper().valueToTree(PlayedParts.of(benchmark, domain)));
    String text = json.toString();
    return new LongContextConstants(Sha256.hex(text), text);
  }

  /**
   * Reads a domain.
   *
   * @throws IllegalArgumentException if the record holds none
   */
  static LiveDomain read(LongContextConstants constants) {
    try {
      JsonNode json = JsonValues.mapper().readTree(constants.getConstants());
      JsonNode parts = json.get(PARTS);
      return new LiveDomain(
          Benchmark.domain(json.path(DOMAIN).asText(), json.path(DATA), json.get(USER_DATA)),
          parts == null ? null : JsonValues.mapper().treeToValue(parts, PlayedParts.class));
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(
          "the domain data " + constants.getDigest() + " are not JSON", malformed);
    }
  }
}
