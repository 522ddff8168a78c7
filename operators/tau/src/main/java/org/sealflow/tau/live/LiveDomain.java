package org.sealflow.tau.live;

import org.jspecify.annotations.Nullable;
import org.sealflow.tau.world.Domain;

/**
 * A domain as a record gave it.
 *
 * @param parts what players are told; null in records written before episodes could be played
 */
record LiveDomain(Domain domain, @Nullable PlayedParts parts) {}
