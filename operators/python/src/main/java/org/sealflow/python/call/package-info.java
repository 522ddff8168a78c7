/** Call strings: their grammar, their execution without eval, and the decoding of model replies. */
@NullMarked
package org.sealflow.python.call;

import org.jspecify.annotations.NullMarked;
