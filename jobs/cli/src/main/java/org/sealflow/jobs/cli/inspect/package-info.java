/** The server of the inspector: a page, and the episodes behind it as JSON. */
@NullMarked
package org.sealflow.jobs.cli.inspect;

import org.jspecify.annotations.NullMarked;
