/** Worlds: the databases of one conversation, the calls on them, and what keeps them in step. */
@NullMarked
package org.sealflow.tau.world;

import org.jspecify.annotations.NullMarked;
