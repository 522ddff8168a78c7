/** Sends diagnoses to a collector of OpenTelemetry as they are made. */
@NullMarked
package org.sealflow.jobs.otlp;

import org.jspecify.annotations.NullMarked;
