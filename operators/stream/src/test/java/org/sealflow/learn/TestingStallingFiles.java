package org.sealflow.learn;

import java.io.IOException;
import java.net.URI;
import java.util.Iterator;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;
import org.apache.flink.core.plugin.PluginManager;

/** The local file system under a scheme of its own, whose uploads pass a kill point halfway. */
final class TestingStallingFiles extends LocalFileSystem {
  /** The scheme of its URIs. */
  static final String SCHEME = "stalling";

  private final TestingKillPoint point;

  private TestingStallingFiles(TestingKillPoint point) {
    this.point = point;
  }

  /** Makes the scheme known in this process. */
  static void register(TestingKillPoint point) {
    FileSystem.initialize(
        new Configuration(),
        new PluginManager() {
          @Override
          public <P> Iterator<P> load(Class<P> service) {
            return service == FileSystemFactory.class
                ? List.of(service.cast(new Factory(point))).iterator()
                : List.<P>of().iterator();
          }
        });
  }

  private record Factory(TestingKillPoint point) implements FileSystemFactory {
    @Override
    public String getScheme() {
      return SCHEME;
    }

    @Override
    public FileSystem create(URI uri) {
      return new TestingStallingFiles(point);
    }
  }

  @Override
  public URI getUri() {
    return URI.create(SCHEME + ":///");
  }

  @Override
  public FSDataOutputStream create(Path path, WriteMode mode) throws IOException {
    FSDataOutputStream whole = super.create(path, mode);
    return new FSDataOutputStream() {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        whole.write(bytes, offset, length / 2);
        whole.flush();
        if (path.getName().endsWith(".safetensors")) {
          point.pass(TestingKillPoint.Kind.UPLOAD);
        }
        whole.write(bytes, offset + length / 2, length - length / 2);
      }

      @Override
      public void write(int value) throws IOException {
        whole.write(value);
      }

      @Override
      public long getPos() throws IOException {
        return whole.getPos();
      }

      @Override
      public void flush() throws IOException {
        whole.flush();
      }

      @Override
      public void sync() throws IOException {
        whole.sync();
      }

      @Override
      public void close() throws IOException {
        whole.close();
      }
    };
  }
}
