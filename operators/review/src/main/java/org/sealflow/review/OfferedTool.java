package org.sealflow.review;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A tool as it was offered to the model.
 *
 * @param name its name
 * @param parameters the JSON schema of its arguments; null if none is given
 * @param definition the whole definition as recorded
 */
public record OfferedTool(String name, @Nullable JsonNode parameters, JsonNode definition) {}
