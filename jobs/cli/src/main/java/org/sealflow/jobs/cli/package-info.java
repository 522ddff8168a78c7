/** The command line. */
@NullMarked
package org.sealflow.jobs.cli;

import org.jspecify.annotations.NullMarked;
