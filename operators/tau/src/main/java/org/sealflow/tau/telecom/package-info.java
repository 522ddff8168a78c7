/** The telecom domain: an agent's database, a user's phone, and what keeps them in step. */
@NullMarked
package org.sealflow.tau.telecom;

import org.jspecify.annotations.NullMarked;
