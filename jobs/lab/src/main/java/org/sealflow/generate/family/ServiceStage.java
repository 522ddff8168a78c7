package org.sealflow.generate.family;

import org.sealflow.python.PyDict;

/** The initial state of a service, with the entities that later turns can refer to. */
interface ServiceStage {
  /** The scenario of the service's class, as it was drawn. */
  PyDict scenario();
}
