/** Tells what kind of error the result of a call reports. */
@NullMarked
package org.sealflow.python.call.error;

import org.jspecify.annotations.NullMarked;
