/** The airline domain. */
@NullMarked
package org.sealflow.tau.airline;

import org.jspecify.annotations.NullMarked;
