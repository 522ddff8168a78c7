package org.sealflow.learn;

import java.io.IOException;
import java.net.URI;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;
import org.apache.flink.core.plugin.PluginManager;

/** The local file system under a scheme of its own, which refuses to delete when told to. */
public final class TestingUndeletableFiles extends LocalFileSystem {
  /** The scheme of its URIs. */
  public static final String SCHEME = "undeletable";

  private static final AtomicBoolean REFUSES = new AtomicBoolean();

  private TestingUndeletableFiles() {}

  /** Whether deletions fail from now on. */
  public static void refuse(boolean refuses) {
    REFUSES.set(refuses);
  }

  /** Makes the scheme known in this process. */
  public static void register() {
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

  private static final class Factory implements FileSystemFactory {
    @Override
    public String getScheme() {
      return SCHEME;
    }

    @Override
    public FileSystem create(URI uri) {
      return new TestingUndeletableFiles();
    }
  }

  @Override
  public URI getUri() {
    return URI.create(SCHEME + ":///");
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    if (REFUSES.get()) {
      throw new IOException("permission denied: " + path);
    }
    return super.delete(path, recursive);
  }
}
