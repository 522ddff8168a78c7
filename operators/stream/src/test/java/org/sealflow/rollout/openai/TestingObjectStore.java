package org.sealflow.rollout.openai;

import java.net.URI;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.local.LocalFileSystem;
import org.apache.flink.core.plugin.PluginManager;

/** Local files under the scheme of a store that servers cannot read. */
final class TestingObjectStore extends LocalFileSystem {
  private static final String SCHEME = "store";

  /** Makes the scheme known in this process. */
  static void register() {
    FileSystem.initialize(
        new Configuration(),
        new PluginManager() {
          @Override
          public <P> Iterator<P> load(Class<P> service) {
            return service == FileSystemFactory.class
                ? List.of(service.cast(new Factory())).iterator()
                : List.<P>of().iterator();
          }
        });
  }

  /** A directory's name in the store. */
  static String uri(Path directory) {
    return SCHEME + "://" + directory.toAbsolutePath();
  }

  private record Factory() implements FileSystemFactory {
    @Override
    public String getScheme() {
      return SCHEME;
    }

    @Override
    public FileSystem create(URI uri) {
      return new TestingObjectStore();
    }
  }

  @Override
  public URI getUri() {
    return URI.create(SCHEME + ":///");
  }

  @Override
  public boolean isDistributedFS() {
    return true;
  }
}
