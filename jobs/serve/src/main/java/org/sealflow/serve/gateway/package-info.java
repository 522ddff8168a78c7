/**
 * An OpenAI-compatible endpoint in front of a policy server: passes every request on, and records
 * the conversations of agents that know nothing of it.
 */
@NullMarked
package org.sealflow.serve.gateway;

import org.jspecify.annotations.NullMarked;
