/** Rules that hold for all code, every command and every page. */
@NullMarked
package org.sealflow.system.rule;

import org.jspecify.annotations.NullMarked;
