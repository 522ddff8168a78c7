package org.sealflow.tau.tool;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyText;
import org.sealflow.tau.python.Arithmetic;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.python.PythonNumbers;

/** Tools that several domains offer. */
public final class CommonTools {
  private static final String ALLOWED = "0123456789+-*/(). ";

  private CommonTools() {}

  public static Tool transferToHumanAgents() {
    return Tool.generic(
        "transfer_to_human_agents",
        "Hand the conversation to a human colleague. Use it only if the user insists on a human, or"
            + " if policy and tools leave no way to help.",
        (data, arguments) -> "Transfer successful",
        Parameter.text("summary", "What the user wants and what was done so far."));
  }

  public static Tool calculate() {
    return Tool.generic(
        "calculate",
        "Work out an arithmetic expression and round the result to two decimals.",
        (data, arguments) -> calculate(arguments.get("expression")),
        Parameter.text(
            "expression", "Numbers, the operators + - * /, parentheses and blanks; nothing else."));
  }

  private static String calculate(@Nullable Object expression) {
    for (Object part : Python.iterate(expression)) {
      if (!(part instanceof String text)) {
        throw CallException.typeError(
            "'in <string>' requires string as left operand, not " + Python.typeName(part));
      }
      if (!ALLOWED.contains(text)) {
        throw CallException.tool("Invalid characters in expression");
      }
    }
    if (expression instanceof List || expression instanceof Map) {
      throw CallException.typeError("eval() arg 1 must be a string, bytes or code object");
    }
    double value = Arithmetic.evaluate(Python.str(expression));
    return PyText.floatRepr(PythonNumbers.round(value, 2));
  }
}
