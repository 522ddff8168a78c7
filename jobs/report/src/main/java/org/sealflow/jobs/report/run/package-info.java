/** The report of a training run. */
@NullMarked
package org.sealflow.jobs.report.run;

import org.jspecify.annotations.NullMarked;
