package org.sealflow.tau.task;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.world.Call;

/**
 * A call of the reference solution.
 *
 * @param compared the names of the arguments that must agree; null for those of the compared call
 */
public record Action(String id, Call call, @Nullable List<String> compared) {}
