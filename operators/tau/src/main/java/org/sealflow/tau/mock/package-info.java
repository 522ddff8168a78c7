/** The mock domain: a to-do list for tests. */
@NullMarked
package org.sealflow.tau.mock;

import org.jspecify.annotations.NullMarked;
