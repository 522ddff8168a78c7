/** Environments and policies served to agents, and training over them. */
@NullMarked
package org.sealflow.system.serving;

import org.jspecify.annotations.NullMarked;
