package org.sealflow.python.syntax;

import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyComplex;
import org.sealflow.python.PyNone;

/**
 * The text of an expression as Python's {@code ast.unparse} writes it: single blanks, literals by
 * repr, parentheses only where a looser operator stands inside a tighter one. Forms that are parsed
 * and never evaluated keep the text they were written with.
 */
public final class ExpressionText {
  private static final int ASSIGNMENT = 0;
  private static final int YIELD = 1;
  private static final int TEST = 2;
  private static final int OR = 3;
  private static final int AND = 4;
  private static final int NOT = 5;
  private static final int COMPARISON = 6;
  private static final int BITWISE_OR = 7;
  private static final int FACTOR = 13;
  private static final int POWER = 14;
  private static final int AWAIT = 15;
  private static final int ATOM = 16;

  private final StringBuilder out = new StringBuilder();

  private ExpressionText() {}

  public static String of(Expression expression) {
    ExpressionText text = new ExpressionText();
    text.write(expression, TEST);
    return text.out.toString();
  }

  /**
   * @param around how tightly what stands around the expression binds
   */
  private void write(Expression expression, int around) {
    boolean parentheses = around > tightness(expression);
    if (parentheses) {
      out.append('(');
    }
    writeBare(expression);
    if (parentheses) {
      out.append(')');
    }
  }

  private static int tightness(Expression expression) {
    if (expression instanceof Expression.Unary unary) {
      return unary.operator().equals("not") ? NOT : FACTOR;
    }
    if (expression instanceof Expression.Binary binary) {
      return tightness(binary.operator());
    }
    if (expression instanceof Expression.BoolOperation operation) {
      return operation.operator().equals("or") ? OR : AND;
    }
    if (expression instanceof Expression.Comparison) {
      return COMPARISON;
    }
    if (expression instanceof Expression.Conditional) {
      return TEST;
    }
    return expression instanceof Expression.Other other ? formTightness(other.form()) : ATOM;
  }

  private static int tightness(String operator) {
    return switch (operator) {
      case "|" -> BITWISE_OR;
      case "^" -> BITWISE_OR + 1;
      case "&" -> BITWISE_OR + 2;
      case "<<", ">>" -> BITWISE_OR + 3;
      case "+", "-" -> BITWISE_OR + 4;
      case "**" -> POWER;
      default -> BITWISE_OR + 5;
    };
  }

  private static int formTightness(String form) {
    return switch (form) {
      case "assignment expression" -> ASSIGNMENT;
      case "yield" -> YIELD;
      case "lambda" -> TEST;
      case "await" -> AWAIT;
      default -> ATOM;
    };
  }

  private void writeBare(Expression expression) {
    if (expression instanceof Expression.Constant constant) {
      writeConstant(constant.value());
    } else if (expression instanceof Expression.Name name) {
      out.append(name.id());
    } else if (expression instanceof Expression.Other other) {
      writeOther(other);
    } else if (expression instanceof Expression.Call call) {
      writeCall(call);
    } else if (expression instanceof Expression.Attribute attribute) {
      writeAttribute(attribute);
    } else if (expression instanceof Expression.Subscript subscript) {
      writeSubscript(subscript);
    } else if (expression instanceof Expression.Slice slice) {
      writeSlice(slice);
    } else if (expression instanceof Expression.Starred starred) {
      out.append('*');
      write(starred.value(), BITWISE_OR);
    } else {
      writeDisplayOrOperation(expression);
    }
  }

  private void writeDisplayOrOperation(Expression expression) {
    if (expression instanceof Expression.ListDisplay list) {
      out.append('[');
      writeItems(list.items());
      out.append(']');
    } else if (expression instanceof Expression.TupleDisplay tuple) {
      out.append('(');
      writeTupleItems(tuple.items());
      out.append(')');
    } else if (expression instanceof Expression.SetDisplay set) {
      out.append('{');
      writeItems(set.items());
      out.append('}');
    } else if (expression instanceof Expression.DictDisplay dict) {
      writeDict(dict);
    } else if (expression instanceof Expression.Unary unary) {
      writeUnary(unary);
    } else if (expression instanceof Expression.Binary binary) {
      writeBinary(binary);
    } else {
      writeBranching(expression);
    }
  }

  private void writeConstant(Object value) {
    if (value == PyNone.ELLIPSIS) {
      out.append("...");
    } else if (value instanceof Double || value instanceof PyComplex) {
      // A number beyond all doubles reads back as infinity.
      out.append(Py.repr(value).replace("inf", "1e309"));
    } else {
      out.append(Py.repr(value));
    }
  }

  private void writeOther(Expression.Other other) {
    boolean bareGenerator =
        other.form().equals("generator expression") && !other.source().endsWith(")");
    out.append(bareGenerator ? "(" + other.source() + ")" : other.source());
  }

  private void writeCall(Expression.Call call) {
    write(call.function(), ATOM);
    out.append('(');
    writeItems(call.arguments());
    String separator = call.arguments().isEmpty() ? "" : ", ";
    for (Expression.Keyword keyword : call.keywords()) {
      out.append(separator).append(keyword.name() == null ? "**" : keyword.name() + "=");
      write(keyword.value(), TEST);
      separator = ", ";
    }
    out.append(')');
  }

  private void writeAttribute(Expression.Attribute attribute) {
    write(attribute.value(), ATOM);
    boolean afterInt =
        attribute.value() instanceof Expression.Constant constant && Py.isInt(constant.value());
    out.append(afterInt ? " ." : ".").append(attribute.name());
  }

  private void writeSubscript(Expression.Subscript subscript) {
    write(subscript.value(), ATOM);
    out.append('[');
    if (subscript.index() instanceof Expression.TupleDisplay tuple && !tuple.items().isEmpty()) {
      writeTupleItems(tuple.items());
    } else {
      write(subscript.index(), TEST);
    }
    out.append(']');
  }

  private void writeSlice(Expression.Slice slice) {
    writePresent(slice.start());
    out.append(':');
    writePresent(slice.stop());
    if (slice.step() != null) {
      out.append(':');
      writePresent(slice.step());
    }
  }

  private void writePresent(@Nullable Expression part) {
    if (part != null) {
      write(part, TEST);
    }
  }

  private void writeItems(List<Expression> items) {
    writeJoined(items, ", ", (item, index) -> write(item, TEST));
  }

  private void writeJoined(
      List<Expression> items, String separator, BiConsumer<Expression, Integer> writer) {
    for (int i = 0; i < items.size(); i++) {
      out.append(i == 0 ? "" : separator);
      writer.accept(items.get(i), i);
    }
  }

  private void writeTupleItems(List<Expression> items) {
    writeItems(items);
    if (items.size() == 1) {
      out.append(',');
    }
  }

  private void writeDict(Expression.DictDisplay dict) {
    out.append('{');
    String separator = "";
    for (Expression.Entry entry : dict.entries()) {
      out.append(separator);
      Expression key = entry.key();
      if (key == null) {
        out.append("**");
        write(entry.value(), BITWISE_OR);
      } else {
        write(key, TEST);
        out.append(": ");
        write(entry.value(), TEST);
      }
      separator = ", ";
    }
    out.append('}');
  }

  private void writeUnary(Expression.Unary unary) {
    boolean word = unary.operator().equals("not");
    out.append(unary.operator()).append(word ? " " : "");
    write(unary.operand(), word ? NOT : FACTOR);
  }

  private void writeBinary(Expression.Binary binary) {
    int tightness = tightness(binary.operator());
    boolean fromTheRight = tightness == POWER;
    write(binary.left(), fromTheRight ? tightness + 1 : tightness);
    out.append(' ').append(binary.operator()).append(' ');
    write(binary.right(), fromTheRight ? tightness : tightness + 1);
  }

  private void writeBranching(Expression expression) {
    if (expression instanceof Expression.BoolOperation operation) {
      // Each further operand counts as standing inside a tighter operator, as in CPython.
      int tightness = tightness(operation);
      writeJoined(
          operation.operands(),
          " " + operation.operator() + " ",
          (operand, index) -> write(operand, Math.min(tightness + 1 + index, ATOM)));
    } else if (expression instanceof Expression.Comparison comparison) {
      write(comparison.first(), COMPARISON + 1);
      for (int i = 0; i < comparison.operators().size(); i++) {
        out.append(' ').append(comparison.operators().get(i)).append(' ');
        write(comparison.others().get(i), COMPARISON + 1);
      }
    } else if (expression instanceof Expression.Conditional conditional) {
      write(conditional.body(), TEST + 1);
      out.append(" if ");
      write(conditional.test(), TEST + 1);
      out.append(" else ");
      write(conditional.orElse(), TEST);
    } else {
      throw new IllegalArgumentException("no text for " + expression);
    }
  }
}
