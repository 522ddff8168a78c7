package org.sealflow.jobs.live;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.ServiceLoader;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.runtime.rpc.AddressResolution;
import org.apache.flink.runtime.rpc.RpcSystem;
import org.apache.flink.runtime.rpc.RpcSystemLoader;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes by which parts of an embedded cluster call each other once in a process. Flink
 * unpacks and loads them, some 1,700 classes, for each cluster; training starts one for each
 * evaluation. Where this fails Flink goes on to its own loader.
 */
public final class SharedRpcSystem implements RpcSystemLoader {
  private static final String DIRECTORY = "sealflow-rpc";

  private static @Nullable RpcSystem shared;

  /** Before Flink's own, of which the least is 0. */
  @Override
  public int getLoadPriority() {
    return -1;
  }

  @Override
  public RpcSystem loadRpcSystem(Configuration configuration) {
    synchronized (SharedRpcSystem.class) {
      if (shared == null) {
        shared = new Unclosed(load());
      }
      return shared;
    }
  }

  /** From files that end with the process, not with the first cluster's directories. */
  private static RpcSystem load() {
    try {
      Path directory = Files.createTempDirectory(DIRECTORY);
      RpcSystem loaded =
          flinks().loadRpcSystem(new Configuration().set(CoreOptions.TMP_DIRS, "" + directory));
      directory.toFile().deleteOnExit();
      for (File file : Objects.requireNonNull(directory.toFile().listFiles())) {
        file.deleteOnExit();
      }
      return loaded;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RpcSystemLoader flinks() {
    return ServiceLoader.load(RpcSystemLoader.class).stream()
        .filter(provider -> provider.type() != SharedRpcSystem.class)
        .findFirst()
        .orElseThrow()
        .get();
  }

  /** Those whose cluster ends close it, and others go on with it. */
  private record Unclosed(RpcSystem system) implements RpcSystem {
    @Override
    public RpcServiceBuilder localServiceBuilder(Configuration configuration) {
      return system.localServiceBuilder(configuration);
    }

    @Override
    public RpcServiceBuilder remoteServiceBuilder(
        Configuration configuration, @Nullable String address, String ports) {
      return system.remoteServiceBuilder(configuration, address, ports);
    }

    @Override
    public String getRpcUrl(
        String host,
        int port,
        String endpoint,
        AddressResolution resolution,
        Configuration configuration)
        throws UnknownHostException {
      return system.getRpcUrl(host, port, endpoint, resolution, configuration);
    }

    @Override
    public InetSocketAddress getInetSocketAddressFromRpcUrl(String url) throws Exception {
      return system.getInetSocketAddressFromRpcUrl(url);
    }

    @Override
    public long getMaximumMessageSizeInBytes(Configuration configuration) {
      return system.getMaximumMessageSizeInBytes(configuration);
    }
  }
}
