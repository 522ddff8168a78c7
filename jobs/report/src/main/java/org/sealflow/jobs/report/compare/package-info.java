/** The comparison of training runs. */
@NullMarked
package org.sealflow.jobs.report.compare;

import org.jspecify.annotations.NullMarked;
