package org.sealflow.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.config.LoraConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.Projection;
import org.sealflow.model.file.CheckpointJson;
import org.sealflow.model.file.HostTensor;
import org.sealflow.model.file.JsonFields;
import org.sealflow.model.file.ModelDirectoryException;
import org.sealflow.model.file.SafeTensors;
import org.sealflow.model.file.SafeTensorsFile;
import org.sealflow.model.file.StoredType;
import org.sealflow.model.file.TensorEntry;

/**
 * Adapters in the layout of Hugging Face PEFT, which vLLM and others load: {@code
 * adapter_config.json} and {@code adapter_model.safetensors}.
 */
final class PeftDirectory {
  static final String CONFIG = "adapter_config.json";
  static final String WEIGHTS = "adapter_model.safetensors";
  private static final String PREFIX = "base_model.model.";
  private static final String SUFFIX = ".weight";

  /** Fields of adapter_config.json whose forms of LoRA are not understood. */
  private static final List<String> VARIANTS =
      List.of(
          "use_dora",
          "use_rslora",
          "fan_in_fan_out",
          "rank_pattern",
          "alpha_pattern",
          "modules_to_save",
          "layers_to_transform",
          "layers_pattern",
          "layer_replication",
          "exclude_modules",
          "lora_bias");

  private PeftDirectory() {}

  /** Writes adapters into an empty directory. */
  static void write(Path directory, Adapters adapters, Path base) throws IOException {
    Files.writeString(
        directory.resolve(CONFIG), CheckpointJson.pretty(json(adapters.config(), base.toString())));
    List<HostTensor> tensors = new ArrayList<>();
    for (HostTensor tensor : TensorTransfer.toHost(adapters.parameters())) {
      tensors.add(new HostTensor(PREFIX + tensor.name() + SUFFIX, tensor.shape(), tensor.values()));
    }
    try (OutputStream file = Files.newOutputStream(directory.resolve(WEIGHTS))) {
      SafeTensors.write(file, tensors, Map.of("format", "pt"));
    }
  }

  private static Map<String, @Nullable Object> json(LoraConfig config, String base) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("peft_type", "LORA");
    json.put("task_type", "CAUSAL_LM");
    json.put("base_model_name_or_path", base);
    json.put("r", config.rank());
    json.put("lora_alpha", number(config.alpha()));
    json.put("target_modules", config.targets().stream().map(Projection::module).toList());
    json.put("lora_dropout", 0.0);
    json.put("bias", "none");
    json.put("fan_in_fan_out", false);
    json.put("inference_mode", true);
    json.put("init_lora_weights", true);
    json.put("layers_to_transform", null);
    json.put("layers_pattern", null);
    json.put("modules_to_save", null);
    json.put("rank_pattern", Map.of());
    json.put("alpha_pattern", Map.of());
    json.put("use_dora", false);
    json.put("use_rslora", false);
    json.put("revision", null);
    return json;
  }

  /** Readers that expect a whole number get one where it is. */
  private static Number number(double value) {
    long whole = (long) value;
    return whole == value ? (Number) whole : (Number) value;
  }

  /**
   * Reads the form of the adapters.
   *
   * @throws ModelDirectoryException one line that names every problem
   */
  static LoraConfig config(Path directory) {
    Path file = directory.resolve(CONFIG);
    JsonFields fields;
    try {
      fields = new JsonFields(CheckpointJson.object(Files.readAllBytes(file), file.toString()));
    } catch (NoSuchFileException e) {
      throw new ModelDirectoryException(
          file + " is missing, expected the adapter_config.json of a PEFT adapter", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String type = fields.text("peft_type", "LORA");
    if (!type.equals("LORA")) {
      fields.problem("peft_type", type, "LORA");
    }
    String bias = fields.text("bias", "none");
    if (!bias.equals("none")) {
      fields.problem("bias", bias, "none");
    }
    for (String variant : VARIANTS) {
      if (fields.isSet(variant)) {
        fields.problem(variant, fields.shown(variant), "it to be absent");
      }
    }
    int rank = fields.count("r");
    double alpha = fields.positive("lora_alpha");
    Set<Projection> targets = targets(fields);
    fields.check(file.toString());
    return new LoraConfig(rank, alpha, targets);
  }

  private static Set<Projection> targets(JsonFields fields) {
    Set<Projection> targets = EnumSet.noneOf(Projection.class);
    List<String> modules = fields.texts("target_modules");
    for (Projection projection : Projection.values()) {
      if (modules.contains(projection.module())) {
        targets.add(projection);
      }
    }
    if (targets.isEmpty() || targets.size() != modules.size()) {
      fields.problem(
          "target_modules",
          fields.shown("target_modules"),
          "some of q_proj, k_proj, v_proj, o_proj, gate_proj, up_proj, down_proj");
    }
    return targets;
  }

  /**
   * Reads the adapters.
   *
   * @throws ModelDirectoryException one line, where they are broken or made for another model
   */
  static Adapters read(
      Path directory, ModelConfig model, TensorTransfer transfer, NDManager manager) {
    LoraConfig config = config(directory);
    Map<String, NDArray> arrays = new LinkedHashMap<>();
    try (SafeTensorsFile file = SafeTensorsFile.open(directory.resolve(WEIGHTS))) {
      entries(file, model, config)
          .forEach(
              (name, entry) ->
                  arrays.put(name, transfer.load(file, entry, StoredType.F32, manager)));
    }
    return new Adapters(config, arrays);
  }

  /**
   * Looks at the adapters without reading their tensors.
   *
   * @throws ModelDirectoryException one line, where they are broken or made for another model
   */
  static void check(Path directory, ModelConfig model) {
    LoraConfig config = config(directory);
    try (SafeTensorsFile file = SafeTensorsFile.open(directory.resolve(WEIGHTS))) {
      var unused = entries(file, model, config);
    }
  }

  /** Where the file holds each tensor, by the tensor's name here. */
  private static Map<String, TensorEntry> entries(
      SafeTensorsFile file, ModelConfig model, LoraConfig config) {
    Map<String, TensorEntry> entries = new LinkedHashMap<>();
    Adapters.shapes(model, config)
        .forEach(
            (name, shape) -> {
              TensorEntry entry = file.entries().get(PREFIX + name + SUFFIX);
              List<Long> expected = List.of(shape.get(0), shape.get(1));
              if (entry == null || !entry.shape().equals(expected)) {
                throw new ModelDirectoryException(
                    file.path()
                        + ": tensor "
                        + PREFIX
                        + name
                        + SUFFIX
                        + (entry == null ? " is missing" : " has shape " + entry.shape())
                        + ", expected shape "
                        + expected
                        + ": the adapter was made for another model");
              }
              entries.put(name, entry);
            });
    return entries;
  }
}
