/** What a training run writes down in its directory, and reads again. */
@NullMarked
package org.sealflow.jobs.run;

import org.jspecify.annotations.NullMarked;
