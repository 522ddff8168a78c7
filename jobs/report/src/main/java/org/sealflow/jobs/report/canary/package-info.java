/** What another release would diagnose differently. */
@NullMarked
package org.sealflow.jobs.report.canary;

import org.jspecify.annotations.NullMarked;
