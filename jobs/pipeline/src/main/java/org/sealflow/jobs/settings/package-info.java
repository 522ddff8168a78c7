/**
 * The settings of jobs: reads them from arguments, checks them together, and reports what cannot be
 * used.
 */
@NullMarked
package org.sealflow.jobs.settings;

import org.jspecify.annotations.NullMarked;
