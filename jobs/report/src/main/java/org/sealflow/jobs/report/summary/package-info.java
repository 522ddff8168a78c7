/** What many diagnoses show together. */
@NullMarked
package org.sealflow.jobs.report.summary;

import org.jspecify.annotations.NullMarked;
