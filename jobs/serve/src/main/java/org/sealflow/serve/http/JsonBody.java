package org.sealflow.serve.http;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A body of JSON.
 *
 * @param text as it was sent
 * @param json as it was read
 */
public record JsonBody(String text, JsonNode json) {}
