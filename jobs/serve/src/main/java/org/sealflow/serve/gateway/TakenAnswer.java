package org.sealflow.serve.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.SampledTokens;

/**
 * An answer that a conversation went on with, or ended by.
 *
 * @param position where it stands among the messages, from 0
 * @param choice the choice that was taken
 * @param usage what the server says the call cost; null if it does not
 * @param tokens the ids behind it; null if there are none
 * @param span when it was sampled
 */
public record TakenAnswer(
    int position,
    ObjectNode choice,
    @Nullable JsonNode usage,
    @Nullable SampledTokens tokens,
    HeardCall.Span span) {}
