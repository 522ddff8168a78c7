/**
 * Nullness of generated code. Avro's templates write type names in full, where JSpecify's type-use
 * annotations cannot stand, so the generated classes carry these two instead; NullAway reads both
 * kinds. Hand-written code uses JSpecify's.
 */
@NullMarked
package org.sealflow.schemas.nullness;

import org.jspecify.annotations.NullMarked;
