/** The operator that learns. */
@NullMarked
package org.sealflow.learn.operator;

import org.jspecify.annotations.NullMarked;
