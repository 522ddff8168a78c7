/** Commands that serve. */
@NullMarked
package org.sealflow.jobs.cli.serve;

import org.jspecify.annotations.NullMarked;
