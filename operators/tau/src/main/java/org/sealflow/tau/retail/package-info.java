/** The retail domain. */
@NullMarked
package org.sealflow.tau.retail;

import org.jspecify.annotations.NullMarked;
