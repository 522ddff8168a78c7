package org.sealflow.bfcl.call;

import java.util.Set;

/**
 * Names that are defined where the reference evaluates a call: Python's built-ins, the modules the
 * executor imports, its local variables, and its instances (call-execution.md, section 3.3). Their
 * values are not available here, so that a call that uses one is refused, but for calls of the
 * {@link Builtins}; any other unknown name is a NameError.
 */
final class PythonNames {
  private static final Set<String> FUNCTIONS_AND_TYPES =
      Set.of(
          "abs", "aiter", "all", "anext", "any", "ascii", "bin", "bool", "breakpoint", "bytearray",
          "bytes", "callable", "chr", "classmethod", "compile", "complex", "copyright", "credits",
          "delattr", "dict", "dir", "divmod", "enumerate", "eval", "exec", "exit", "filter",
          "float", "format", "frozenset", "getattr", "globals", "hasattr", "hash", "help", "hex",
          "id", "input", "int", "isinstance", "issubclass", "iter", "len", "license", "list",
          "locals", "map", "max", "memoryview", "min", "next", "object", "oct", "open", "ord",
          "pow", "print", "property", "quit", "range", "repr", "reversed", "round", "set",
          "setattr", "slice", "sorted", "staticmethod", "str", "sum", "super", "tuple", "type",
          "vars", "zip", "Ellipsis", "NotImplemented", "__build_class__", "__builtins__",
          "__cached__", "__debug__", "__doc__", "__file__", "__import__", "__loader__", "__name__",
          "__package__", "__spec__");

  private static final Set<String> EXCEPTIONS =
      Set.of(
          "ArithmeticError", "AssertionError", "AttributeError", "BaseException",
          "BaseExceptionGroup", "BlockingIOError", "BrokenPipeError", "BufferError",
          "BytesWarning", "ChildProcessError", "ConnectionAbortedError", "ConnectionError",
          "ConnectionRefusedError", "ConnectionResetError", "DeprecationWarning", "EOFError",
          "EncodingWarning", "EnvironmentError", "Exception", "ExceptionGroup", "FileExistsError",
          "FileNotFoundError", "FloatingPointError", "FutureWarning", "GeneratorExit", "IOError",
          "ImportError", "ImportWarning", "IndentationError", "IndexError", "InterruptedError",
          "IsADirectoryError", "KeyError", "KeyboardInterrupt", "LookupError", "MemoryError",
          "ModuleNotFoundError", "NameError", "NotADirectoryError", "NotImplementedError",
          "OSError", "OverflowError", "PendingDeprecationWarning", "PermissionError",
          "ProcessLookupError", "RecursionError", "ReferenceError", "ResourceWarning",
          "RuntimeError", "RuntimeWarning", "StopAsyncIteration", "StopIteration", "SyntaxError",
          "SyntaxWarning", "SystemError", "SystemExit", "TabError", "TimeoutError", "TypeError",
          "UnboundLocalError", "UnicodeDecodeError", "UnicodeEncodeError", "UnicodeError",
          "UnicodeTranslateError", "UnicodeWarning", "UserWarning", "ValueError", "Warning",
          "ZeroDivisionError");

  private static final Set<String> MODULES = Set.of("copy", "importlib", "inspect", "json", "re");

  private static final Set<String> LOCAL_VARIABLES =
      Set.of(
          "func_call_list", "initial_config", "involved_classes", "model_name", "test_entry_id",
          "long_context", "is_evaL_run", "class_method_name_mapping", "involved_instances",
          "class_name", "module_name", "instance_name", "class_instance", "method_name", "method",
          "execution_results", "func_call", "func_call_copy", "func_call_result");

  /** How the name of every instance ends. */
  private static final String INSTANCE_SUFFIX = "_instance";

  private PythonNames() {}

  /** Whether the reference knows the name as something other than a method of the task. */
  static boolean isKnown(String name) {
    return FUNCTIONS_AND_TYPES.contains(name)
        || EXCEPTIONS.contains(name)
        || MODULES.contains(name)
        || LOCAL_VARIABLES.contains(name)
        || name.endsWith(INSTANCE_SUFFIX);
  }
}
