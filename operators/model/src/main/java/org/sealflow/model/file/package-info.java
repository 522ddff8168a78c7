/** Files of weights and their headers. */
@NullMarked
package org.sealflow.model.file;

import org.jspecify.annotations.NullMarked;
