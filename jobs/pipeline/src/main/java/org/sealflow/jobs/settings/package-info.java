/** What users write, such as spans of time, and the answer to what cannot be used. */
@NullMarked
package org.sealflow.jobs.settings;

import org.jspecify.annotations.NullMarked;
