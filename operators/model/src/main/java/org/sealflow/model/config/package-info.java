/** Reads the configuration of a model's directory. */
@NullMarked
package org.sealflow.model.config;

import org.jspecify.annotations.NullMarked;
