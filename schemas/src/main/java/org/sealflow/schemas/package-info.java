/**
 * The words of the system: the records that travel between its parts, generated from the Avro
 * schemas of this module, the topics they travel on, their wire form, and the facts a schema cannot
 * state.
 *
 * <p>A record is made by its factory ({@link org.sealflow.schemas.TrajectoryEvents}, {@link
 * org.sealflow.schemas.Diagnoses}, …), which refuses an invalid one; a record that was read is
 * checked with {@link org.sealflow.schemas.Records}.
 */
@NullMarked
package org.sealflow.schemas;

import org.jspecify.annotations.NullMarked;
