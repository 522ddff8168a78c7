/** Environments as a server of several protocols, a port each. */
@NullMarked
package org.sealflow.serve.environment;

import org.jspecify.annotations.NullMarked;
