package org.sealflow.tau.task;

import java.util.Map;
import org.sealflow.tau.world.Requestor;

/** A function of a party's toolkit that a task file calls. */
public record FunctionCall(Requestor party, String function, Map<String, ?> arguments) {}
