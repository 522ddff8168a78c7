/** Wiring only: one class per job, and its settings. */
@NullMarked
package org.sealflow.jobs;

import org.jspecify.annotations.NullMarked;
