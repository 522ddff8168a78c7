/** The tasks that operators know, as broadcast state, each made ready at its first use. */
@NullMarked
package org.sealflow.tasks;

import org.jspecify.annotations.NullMarked;
