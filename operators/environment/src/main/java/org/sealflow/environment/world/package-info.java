/**
 * Ready-made verification, repair and play for an environment that has worlds: it implements {@link
 * org.sealflow.environment.World} and gets the rest from {@link
 * org.sealflow.environment.world.WorldTask}.
 */
@NullMarked
package org.sealflow.environment.world;

import org.jspecify.annotations.NullMarked;
