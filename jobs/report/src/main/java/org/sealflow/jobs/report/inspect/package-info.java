/** Recorded episodes to look into while a server runs: found, executed again, and changed. */
@NullMarked
package org.sealflow.jobs.report.inspect;

import org.jspecify.annotations.NullMarked;
