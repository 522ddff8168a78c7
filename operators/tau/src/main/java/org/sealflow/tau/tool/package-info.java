/** Tools: parameters, binding of arguments, results. */
@NullMarked
package org.sealflow.tau.tool;

import org.jspecify.annotations.NullMarked;
