/** What the stream costs an event, beside a bare job, and how late it is. */
@NullMarked
package org.sealflow.jobs.bench.stream;

import org.jspecify.annotations.NullMarked;
