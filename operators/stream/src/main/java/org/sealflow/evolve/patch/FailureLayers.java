package org.sealflow.evolve.patch;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.schemas.TurnFailure;

/** Says which layers answer a failure: each layer answers what it can help. */
public final class FailureLayers {
  private FailureLayers() {}

  /** The layers that answer a failure of a tool. */
  public static Set<PatchLayer> ofTool(TurnFailure failure) {
    return switch (failure) {
      case ARGUMENT_MISMATCH -> Set.of(PatchLayer.SCHEMA_CUE);
      // A call turned away is always answered by an error.
      case INVALID_CALL -> Set.of(PatchLayer.SCHEMA_CUE, PatchLayer.RECOVERY_FEEDBACK);
      case RECOVERY_FAILURE -> Set.of(PatchLayer.RECOVERY_FEEDBACK);
      case WRONG_EFFECT, MISSING_CALL, WRONG_RESPONSE, SPURIOUS_CALL -> Set.of();
    };
  }

  /** Whether a hint answers a failure. */
  public static boolean isHinted(TurnFailure failure) {
    return ofTool(failure).isEmpty();
  }

  /** The failure of a name, where there is one. */
  public static Optional<TurnFailure> named(String name) {
    return Arrays.stream(TurnFailure.values())
        .filter(failure -> failure.name().equals(name))
        .findFirst();
  }
}
