/** The system under faults: kills, restores, hostile records, deadlines and restarts. */
@NullMarked
package org.sealflow.system.fault;

import org.jspecify.annotations.NullMarked;
