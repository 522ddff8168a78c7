package org.sealflow.ingest;

import java.lang.reflect.Type;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInfoFactory;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Tells Flink's type extraction of {@link ReceivedEventType}. */
public final class ReceivedEventTypeFactory extends TypeInfoFactory<ReceivedEvent> {
  @Override
  public TypeInformation<ReceivedEvent> createTypeInfo(
      Type type, Map<String, TypeInformation<?>> genericParameters) {
    return new ReceivedEventType();
  }
}
