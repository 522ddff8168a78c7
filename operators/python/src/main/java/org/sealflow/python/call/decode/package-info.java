/** Finds the calls in what a model answered, as its prompt or its function calls write them. */
@NullMarked
package org.sealflow.python.call.decode;

import org.jspecify.annotations.NullMarked;
