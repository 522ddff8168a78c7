/**
 * Reads traces and logs of OpenTelemetry whose spans follow its conventions for generative models.
 */
@NullMarked
package org.sealflow.review.read.otel;

import org.jspecify.annotations.NullMarked;
