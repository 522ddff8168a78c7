/** Commands that look into topics. */
@NullMarked
package org.sealflow.jobs.cli.topic;

import org.jspecify.annotations.NullMarked;
