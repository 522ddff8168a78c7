package org.sealflow.environment.conversation;

/**
 * A call that was executed.
 *
 * @param call the call string executed, {@code name(key=value, …)}
 * @param result the result text as the simulator returned it
 * @param shown the text shown to the policy: the result as rendered, with the hint if there is one
 */
public record ExecutedCall(String call, String result, String shown) {}
