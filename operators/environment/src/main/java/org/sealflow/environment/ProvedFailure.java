package org.sealflow.environment;

import java.util.List;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.TurnFailure;

/**
 * The failure of a turn as the environment itself proves it.
 *
 * @param failure the gravest
 * @param origin whether it fails the episode by itself
 * @param evidence what it was seen in, that of the gravest first
 */
public record ProvedFailure(TurnFailure failure, FailureOrigin origin, List<Evidence> evidence) {}
