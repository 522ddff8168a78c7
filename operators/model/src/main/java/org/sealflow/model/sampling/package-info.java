/** How answers are sampled. */
@NullMarked
package org.sealflow.model.sampling;

import org.jspecify.annotations.NullMarked;
