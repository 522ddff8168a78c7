# The image of Dockerfile with libtorch for CUDA 12.8 in the place of that for processors; built from the root of the
# repository after `mvn package`. Nodes need an NVIDIA driver from 570 on and the NVIDIA container toolkit.
FROM debian:12-slim AS libtorch
ADD https://download.pytorch.org/libtorch/cu128/libtorch-cxx11-abi-shared-with-deps-2.7.1%2Bcu128.zip /libtorch.zip
RUN apt-get update && apt-get install --yes --no-install-recommends unzip && unzip -q /libtorch.zip -d /opt \
    && rm -r /opt/libtorch/include /opt/libtorch/share /libtorch.zip

FROM flink:2.3.0-java17

# The engine's Java side as in Dockerfile, without the native library: that is libtorch's own.
COPY --chown=flink:flink \
    jobs/cli/target/lib/api-*.jar \
    jobs/cli/target/lib/pytorch-engine-*.jar \
    jobs/cli/target/lib/pytorch-jni-*.jar \
    jobs/cli/target/lib/tokenizers-*.jar \
    jobs/cli/target/lib/jna-*.jar \
    jobs/cli/target/lib/gson-*.jar \
    /opt/flink/lib/
COPY --from=libtorch /opt/libtorch /opt/libtorch

# The version is the one that the bridge in pytorch-jni is built for; another one ends the JVM.
ENV PYTORCH_LIBRARY_PATH=/opt/libtorch/lib \
    PYTORCH_VERSION=2.7.1 \
    PYTORCH_FLAVOR=cu128 \
    LD_LIBRARY_PATH=/opt/libtorch/lib \
    NVIDIA_VISIBLE_DEVICES=all \
    NVIDIA_DRIVER_CAPABILITIES=compute,utility \
    DJL_CACHE_DIR=/tmp/djl

COPY --chown=flink:flink data/nano /opt/sealflow/nano
COPY --chown=flink:flink jobs/pipeline/target/sealflow-pipeline-0.1.0-job.jar /opt/flink/usrlib/sealflow.jar

# Flink's classes as the JVM has them in memory: from them JobManagers and TaskManagers start in a quarter less time.
# Flink's own script runs the job, because an archive holds for one class path alone.
RUN JVM_ARGS="--add-opens=java.base/java.util=ALL-UNNAMED -XX:ArchiveClassesAtExit=/opt/flink/kept-classes.jsa" \
    /opt/flink/bin/flink run --target local --class org.sealflow.jobs.KeptClassesJob /opt/flink/usrlib/sealflow.jar \
    && test -f /opt/flink/kept-classes.jsa
