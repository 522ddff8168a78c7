/** Reads values that users write, such as durations, and reports those that cannot be used. */
@NullMarked
package org.sealflow.jobs.settings;

import org.jspecify.annotations.NullMarked;
