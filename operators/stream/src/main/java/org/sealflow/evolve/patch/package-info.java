/** Names patches and writes what they show: a pure function of scope and documentation. */
@NullMarked
package org.sealflow.evolve.patch;

import org.jspecify.annotations.NullMarked;
