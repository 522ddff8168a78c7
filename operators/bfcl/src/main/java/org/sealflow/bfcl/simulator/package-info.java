/** The eight simulated services and what an episode's instances of them share. */
@NullMarked
package org.sealflow.bfcl.simulator;

import org.jspecify.annotations.NullMarked;
