/** What a checkpoint says of its model. */
@NullMarked
package org.sealflow.model.config;

import org.jspecify.annotations.NullMarked;
