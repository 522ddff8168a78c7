package org.sealflow.python.call.decode;

import java.util.List;
import org.sealflow.python.PyException;
import org.sealflow.python.call.CallRewriter;
import org.sealflow.python.call.CallableClass;
import org.sealflow.python.call.MethodTable;
import org.sealflow.python.syntax.ExpressionParser;
import org.sealflow.python.syntax.ExpressionText;

/**
 * Decodes a call as the benchmark decodes one that an environment has executed: SEAL hands each
 * call of an episode to the benchmark as a text, which decodes it before it executes it again
 * (tasks-and-checker.md 4.2, 5.1).
 */
public final class OfficialDecoding {
  private OfficialDecoding() {}

  /**
   * Whether the benchmark executes anything else than the call as written: another call, several,
   * or none. That it lays the call out anew is no change, unless what it writes anew is what the
   * executor rewrites (3.2).
   *
   * @param call a call string as it was executed
   * @param methods the methods of the task's involved classes
   */
  public static boolean changes(String call, MethodTable methods) {
    try {
      List<String> decoded = PromptDecoder.decode(call);
      return decoded.size() != 1
          || !executed(call, methods).equals(executed(decoded.get(0), methods));
    } catch (UndecodableException | PyException dropped) {
      return true;
    }
  }

  /** The call as the executor reads it. Any names of the instances serve: here their classes'. */
  private static String executed(String call, MethodTable methods) {
    List<String> names = methods.classes().stream().map(CallableClass::name).toList();
    return ExpressionText.of(ExpressionParser.parse(CallRewriter.rewrite(call, methods, names)));
  }
}
