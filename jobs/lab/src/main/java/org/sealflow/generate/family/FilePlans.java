package org.sealflow.generate.family;

import java.util.List;

/** Finds the calls that serve requests to the file workspace, and the state they need. */
final class FilePlans {
  /** The things that can be counted; the tool takes the first letter. */
  private static final List<String> UNITS = List.of("lines", "words", "characters");

  private FilePlans() {}

  static FileStage stage(Turn turn) {
    return turn.stage(FileStage.class);
  }

  static String file(Turn turn) {
    return turn.slot("file", stage(turn).file());
  }

  static void move(Turn turn) {
    String file = file(turn);
    String folder = turn.slot("folder", stage(turn).folderWithout(file));
    stage(turn).move(file, folder);
    turn.call("mv", "source", file, "destination", folder);
  }

  static void rename(Turn turn) {
    String file = file(turn);
    String name = turn.slot("name", turn.values().fileName());
    stage(turn).write(name, stage(turn).textOf(file));
    stage(turn).forget(file);
    turn.call("mv", "source", file, "destination", name);
  }

  static void copy(Turn turn) {
    String file = file(turn);
    String folder = turn.slot("folder", stage(turn).folderWithout(file));
    stage(turn).copy(file, folder);
    turn.call("cp", "source", file, "destination", folder);
  }

  static void duplicate(Turn turn) {
    String file = file(turn);
    String name = turn.slot("name", turn.values().fileName());
    stage(turn).write(name, stage(turn).textOf(file));
    turn.call("cp", "source", file, "destination", name);
  }

  static void read(Turn turn) {
    turn.call("cat", "file_name", file(turn));
  }

  static void create(Turn turn) {
    String name = turn.slot("name", turn.values().fileName());
    stage(turn).write(name, "");
    turn.call("touch", "file_name", name);
  }

  static void folder(Turn turn) {
    String name = turn.slot("name", turn.values().name());
    stage(turn).addFolder(name);
    turn.call("mkdir", "dir_name", name);
  }

  static void delete(Turn turn) {
    String file = file(turn);
    stage(turn).forget(file);
    turn.call("rm", "file_name", file);
  }

  static void write(Turn turn) {
    String file = file(turn);
    String text = turn.quoted("text", turn.values().text(2, 3));
    stage(turn).write(file, text);
    turn.call("echo", "content", text, "file_name", file);
  }

  static void search(Turn turn) {
    String file = turn.slot("file", stage(turn).fileWithText());
    String word = turn.quoted("word", stage(turn).wordOf(file));
    turn.call("grep", "file_name", file, "pattern", word);
  }

  static void count(Turn turn) {
    String unit = turn.slot("unit", turn.draws().pick(UNITS));
    turn.call("wc", "file_name", file(turn), "mode", unit.substring(0, 1));
  }

  static void tail(Turn turn) {
    long lines = turn.slot("number", turn.draws().between(2, 9));
    turn.call("tail", "file_name", file(turn), "lines", lines);
  }

  static void compare(Turn turn) {
    String file = file(turn);
    String other = turn.slot("other", stage(turn).fileBeside(file));
    turn.call("diff", "file_name1", file, "file_name2", other);
  }

  static void find(Turn turn) {
    String file = stage(turn).file();
    String word = turn.quoted("word", file.substring(0, file.indexOf('.')));
    turn.call("find", "name", word);
  }

  static void enter(Turn turn) {
    String folder = turn.slot("folder", stage(turn).filledFolder());
    stage(turn).enter(folder);
    turn.call("cd", "folder", folder);
  }

  static void enterAndRead(Turn turn) {
    enter(turn);
    read(turn);
  }

  static void enterAndList(Turn turn) {
    enter(turn);
    turn.call("ls");
  }

  static void newText(Turn turn) {
    create(turn);
    String name = turn.slot("name");
    String text = turn.quoted("text", turn.values().text(2, 3));
    stage(turn).write(name, text);
    turn.call("echo", "content", text, "file_name", name);
  }

  static void newFolderAndMove(Turn turn) {
    String file = file(turn);
    folder(turn);
    String name = turn.slot("name");
    stage(turn).move(file, name);
    turn.call("mv", "source", file, "destination", name);
  }
}
