/** The official multi-turn checker, the irrelevance checker and SEAL's per-turn scorer. */
@NullMarked
package org.sealflow.bfcl.check;

import org.jspecify.annotations.NullMarked;
