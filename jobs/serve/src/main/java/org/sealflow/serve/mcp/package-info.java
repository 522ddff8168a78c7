/** Environments by the Model Context Protocol: episodes whose tools are those of a task. */
@NullMarked
package org.sealflow.serve.mcp;

import org.jspecify.annotations.NullMarked;
