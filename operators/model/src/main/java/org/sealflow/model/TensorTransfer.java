package org.sealflow.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.sealflow.model.file.HostTensor;
import org.sealflow.model.file.SafeTensorsFile;
import org.sealflow.model.file.StoredType;
import org.sealflow.model.file.TensorEntry;
import org.sealflow.model.script.ScriptCall;
import org.sealflow.model.script.TorchScript;

/**
 * Moves values between files, the heap and tensors, in slices of bounded size. Types are converted
 * by libtorch from and to bytes: DJL itself ends the JVM on bfloat16.
 */
final class TensorTransfer {
  private static final int SLICE_BYTES = 1 << 24;

  private final TorchScript script;
  private final NDArray onDevice;

  /** Used again: what is allocated directly is given back only once the collector has run. */
  private ByteBuffer slice = ByteBuffer.allocateDirect(0);

  /**
   * A transfer.
   *
   * @param onDevice any tensor of the device that new ones go to
   */
  TensorTransfer(TorchScript script, NDArray onDevice) {
    this.script = script;
    this.onDevice = onDevice;
  }

  /** A manager for tensors that live only for a while. */
  NDManager newScope() {
    return onDevice.getManager().newSubManager();
  }

  /** A tensor of zeros. */
  NDArray allocate(List<Long> shape, StoredType type, NDManager manager) {
    try (ScriptCall call = script.call("allocate")) {
      return call.integers(shape).integer(type.scalarType()).tensor(onDevice).toTensor(manager);
    }
  }

  /** Reads a tensor of a file. */
  synchronized NDArray load(
      SafeTensorsFile file, TensorEntry entry, StoredType type, NDManager manager) {
    StoredType stored = entry.storedType(file.path().toString());
    NDArray target = allocate(entry.shape(), type, manager);
    long total = entry.size() * stored.bytes();
    ByteBuffer buffer = sliceOf((int) Math.min(total, SLICE_BYTES));
    for (long offset = 0; offset < total; offset += SLICE_BYTES) {
      buffer.clear().limit((int) Math.min(SLICE_BYTES, total - offset));
      file.read(entry, offset, buffer);
      set(target, offset / stored.bytes(), buffer, stored, manager);
    }
    return target;
  }

  private ByteBuffer sliceOf(int bytes) {
    if (slice.capacity() < bytes) {
      slice = ByteBuffer.allocateDirect(bytes);
    }
    return slice;
  }

  private void set(
      NDArray target, long start, ByteBuffer bytes, StoredType type, NDManager manager) {
    try (NDManager scope = manager.newSubManager();
        ScriptCall call = script.call("set_values")) {
      NDArray slice = scope.create(bytes, new Shape(bytes.remaining()), DataType.UINT8);
      call.tensor(target).integer(start).tensor(slice).integer(type.scalarType()).toNothing();
    }
  }

  /** A tensor of a file with an adapter worked in, in single precision: W + scale B A. */
  NDArray merge(
      SafeTensorsFile file,
      TensorEntry entry,
      NDArray loraA,
      NDArray loraB,
      double scale,
      NDManager manager) {
    NDArray weight = load(file, entry, StoredType.F32, manager);
    try (ScriptCall call = script.call("merged")) {
      return call.tensor(weight).tensor(loraA).tensor(loraB).real(scale).toTensor(manager);
    }
  }

  /** Writes a tensor's values over those at a position of a file. */
  void store(NDArray source, StoredType type, FileChannel file, long position) throws IOException {
    long slice = SLICE_BYTES / type.bytes();
    for (long start = 0; start < source.size(); start += slice) {
      long count = Math.min(slice, source.size() - start);
      ByteBuffer bytes = bytes(source, start, count, type);
      long at = position + start * type.bytes();
      while (bytes.hasRemaining()) {
        at += file.write(bytes, at);
      }
    }
  }

  private ByteBuffer bytes(NDArray source, long start, long count, StoredType type) {
    try (NDManager scope = source.getManager().newSubManager();
        ScriptCall call = script.call("bytes_of")) {
      return call.tensor(source)
          .integer(start)
          .integer(count)
          .integer(type.scalarType())
          .toTensor(scope)
          .toByteBuffer(false);
    }
  }

  /** Sets a single-precision tensor to values from the heap, bit for bit. */
  void assign(NDArray target, HostTensor source) {
    try (NDManager scope = target.getManager().newSubManager();
        ScriptCall call = script.call("assign")) {
      NDArray values = scope.create(source.values(), target.getShape());
      call.tensor(target).tensor(values).toNothing();
    }
  }

  /** Sets tensors to the values of others, each rounded to its own type. */
  void assignAll(Collection<NDArray> targets, Collection<NDArray> sources) {
    try (ScriptCall call = script.call("assign_all")) {
      call.tensors(List.copyOf(targets)).tensors(List.copyOf(sources)).toNothing();
    }
  }

  /** Copies single-precision tensors to the heap, bit for bit. */
  static List<HostTensor> toHost(List<TrainedTensor> parameters) {
    List<HostTensor> tensors = new ArrayList<>();
    for (TrainedTensor parameter : parameters) {
      NDArray value = parameter.value();
      List<Long> shape = new ArrayList<>();
      for (long size : value.getShape().getShape()) {
        shape.add(size);
      }
      tensors.add(new HostTensor(parameter.name(), shape, value.toFloatArray()));
    }
    return tensors;
  }

  /**
   * Sets tensors to values from the heap.
   *
   * @throws IllegalArgumentException if names or shapes differ; nothing is set then
   */
  void toTensors(List<HostTensor> source, List<TrainedTensor> target) {
    for (int i = 0; i < Math.max(source.size(), target.size()); i++) {
      String found = i < source.size() ? source.get(i).toString() : "nothing";
      String wanted = i < target.size() ? target.get(i).toString() : "nothing";
      if (!found.equals(wanted)) {
        throw new IllegalArgumentException(
            "the weights are of another model or adapter: tensor "
                + i
                + " is "
                + found
                + ", expected "
                + wanted);
      }
    }
    for (int i = 0; i < source.size(); i++) {
      assign(target.get(i).value(), source.get(i));
    }
  }
}
