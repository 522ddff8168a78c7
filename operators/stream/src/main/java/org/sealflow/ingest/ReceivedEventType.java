package org.sealflow.ingest;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The type of {@link ReceivedEvent}: one value without fields, serialized by its own serializer.
 */
final class ReceivedEventType extends TypeInformation<ReceivedEvent> {
  private static final long serialVersionUID = 1L;

  @Override
  public boolean isBasicType() {
    return false;
  }

  @Override
  public boolean isTupleType() {
    return false;
  }

  @Override
  public int getArity() {
    return 1;
  }

  @Override
  public int getTotalFields() {
    return 1;
  }

  @Override
  public Class<ReceivedEvent> getTypeClass() {
    return ReceivedEvent.class;
  }

  @Override
  public boolean isKeyType() {
    return false;
  }

  @Override
  public TypeSerializer<ReceivedEvent> createSerializer(SerializerConfig config) {
    return new ReceivedEventSerializer();
  }

  @Override
  public String toString() {
    return "ReceivedEvent";
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ReceivedEventType;
  }

  @Override
  public int hashCode() {
    return ReceivedEventType.class.hashCode();
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof ReceivedEventType;
  }
}
