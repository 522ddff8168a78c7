/** Summaries of many diagnoses. */
@NullMarked
package org.sealflow.jobs.report.summary;

import org.jspecify.annotations.NullMarked;
