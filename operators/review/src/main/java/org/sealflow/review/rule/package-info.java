/** Diagnoses a recorded trajectory by what the record itself proves, without a reference. */
@NullMarked
package org.sealflow.review.rule;

import org.jspecify.annotations.NullMarked;
