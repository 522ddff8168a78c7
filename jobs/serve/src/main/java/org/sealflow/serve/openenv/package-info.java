/**
 * OpenEnv over HTTP and WebSocket (environment-servers.md section 1). Each environment has two base
 * paths, as the two contracts of its clients exclude each other: {@code /NAME/turns}, where an
 * action is one answer of the policy, and {@code /NAME/tools}, where it is one call of a tool.
 */
@NullMarked
package org.sealflow.serve.openenv;

import org.jspecify.annotations.NullMarked;
