/** How soon a planted weakness is answered by a patch. */
@NullMarked
package org.sealflow.jobs.bench.loop;

import org.jspecify.annotations.NullMarked;
