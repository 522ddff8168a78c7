package org.sealflow.rollout.openai;

import org.jspecify.annotations.Nullable;

/**
 * The model to ask the server for now.
 *
 * @param model the model's name, or that of a loaded adapter
 * @param version the policy's version; null if none was told yet
 */
record ServedVersion(String model, @Nullable Long version) {}
