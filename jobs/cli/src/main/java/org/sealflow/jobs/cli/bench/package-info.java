/** Commands that measure. */
@NullMarked
package org.sealflow.jobs.cli.bench;

import org.jspecify.annotations.NullMarked;
