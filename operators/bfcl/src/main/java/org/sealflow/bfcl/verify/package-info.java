/** Makes BFCL tasks ready: to be verified turn by turn, executed once more, and played. */
@NullMarked
package org.sealflow.bfcl.verify;

import org.jspecify.annotations.NullMarked;
