/** Python's expressions as text and as trees. */
@NullMarked
package org.sealflow.python.syntax;

import org.jspecify.annotations.NullMarked;
