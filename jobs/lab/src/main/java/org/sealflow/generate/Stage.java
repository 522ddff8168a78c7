package org.sealflow.generate;

import org.sealflow.python.PyDict;

/** What a service holds at the start, and what of it later turns can refer to. */
interface Stage {
  /** The scenario of the service's class, as it was drawn. */
  PyDict scenario();
}
