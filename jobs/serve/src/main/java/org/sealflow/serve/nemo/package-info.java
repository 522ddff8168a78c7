/**
 * NeMo Gym's resources server: the simple agent's form (seed session, tools, verify) and the
 * gymnasium agent's (reset, step, close); environment-servers.md section 2.
 */
@NullMarked
package org.sealflow.serve.nemo;

import org.jspecify.annotations.NullMarked;
