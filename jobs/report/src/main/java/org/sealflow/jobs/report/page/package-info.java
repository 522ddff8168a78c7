/** Pages that show trajectories, each a file of its own. */
@NullMarked
package org.sealflow.jobs.report.page;

import org.jspecify.annotations.NullMarked;
