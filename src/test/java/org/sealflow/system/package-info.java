/**
 * The system seen from outside: whole topologies, real brokers and clusters, and the rules of the
 * code.
 */
@NullMarked
package org.sealflow.system;

import org.jspecify.annotations.NullMarked;
