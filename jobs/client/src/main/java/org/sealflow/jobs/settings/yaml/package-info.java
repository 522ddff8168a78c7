/** Settings files: YAML over bundled defaults, checked as a whole. */
@NullMarked
package org.sealflow.jobs.settings.yaml;

import org.jspecify.annotations.NullMarked;
