/** Commands that train a policy or hand it on. */
@NullMarked
package org.sealflow.jobs.cli.train;

import org.jspecify.annotations.NullMarked;
