/** The settings of evolution: when patches are made and when they are retired. */
@NullMarked
package org.sealflow.evolve.settings;

import org.jspecify.annotations.NullMarked;
