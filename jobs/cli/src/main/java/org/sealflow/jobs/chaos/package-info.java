/**
 * A whole system on this machine under a seeded schedule of faults, and the checks of what it left.
 */
@NullMarked
package org.sealflow.jobs.chaos;

import org.jspecify.annotations.NullMarked;
