/** Whole training runs: policies that learn, patches that evolve, and foreign trainers. */
@NullMarked
package org.sealflow.system.training;

import org.jspecify.annotations.NullMarked;
