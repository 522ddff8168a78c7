/** Jobs that run in this process, and what is read of their topics meanwhile. */
@NullMarked
package org.sealflow.jobs.live;

import org.jspecify.annotations.NullMarked;
