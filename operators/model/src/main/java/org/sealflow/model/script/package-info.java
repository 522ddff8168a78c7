/** TorchScript and the engine that runs it. */
@NullMarked
package org.sealflow.model.script;

import org.jspecify.annotations.NullMarked;
