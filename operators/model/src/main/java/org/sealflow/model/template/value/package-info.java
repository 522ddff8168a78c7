/** Values of templates, as Python has them. */
@NullMarked
package org.sealflow.model.template.value;

import org.jspecify.annotations.NullMarked;
