/** Writes what commands show on a terminal. */
@NullMarked
package org.sealflow.jobs.cli.text;

import org.jspecify.annotations.NullMarked;
