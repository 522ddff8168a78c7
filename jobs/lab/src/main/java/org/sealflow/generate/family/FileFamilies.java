package org.sealflow.generate.family;

import java.util.List;

/** Requests to the file workspace. */
final class FileFamilies {
  static final String CLASS = "GorillaFileSystem";

  private FileFamilies() {}

  static List<Family> all() {
    return List.of(
        of(
            "files.move",
            FilePlans::move,
            """
            * Move {file} into {folder}.
            Put {file} in the folder {folder}.
            {file} should go into {folder}.
            Please move {file} to the folder {folder}.
            Please put {file} into the folder {folder}.
            ? folder
            Move {file} into another folder.
            * Put {file} in a different folder.
            {file} should go into another folder.
            Please move {file} to another folder.
            """),
        of(
            "files.rename",
            FilePlans::rename,
            """
            Rename {file} to {name}.
            The new name of {file} is {name}.
            * Change the name of {file} to {name}.
            Please rename the file {file} to {name}.
            ? name
            Rename {file}.
            Give {file} a new name.
            Change the name of {file}.
            * Please rename the file {file}.
            """),
        of(
            "files.copy",
            FilePlans::copy,
            """
            Copy {file} into {folder}.
            * Put a copy of {file} in the folder {folder}.
            I need a copy of {file} in {folder}.
            Please copy {file} to the folder {folder}.
            ? folder
            Copy {file} into another folder.
            Put a copy of {file} in a different folder.
            * I need a copy of {file} in another folder.
            Please copy {file} to another folder.
            """),
        of(
            "files.duplicate",
            FilePlans::duplicate,
            """
            Copy {file} and call the copy {name}.
            Make a copy of {file} with the name {name}.
            I need a copy of {file} called {name}.
            * Please make a copy of {file} called {name}.
            ? name
            * Copy {file} and give the copy a new name.
            Make a copy of {file} with a different name.
            I need a copy of {file} with a new name.
            Please make a copy of {file} with another name.
            """),
        of(
            "files.read",
            FilePlans::read,
            """
            Show me the file {file}.
            Read {file} to me.
            * What is in {file}?
            Please read the file {file} to me.
            ? file
            Show me one of the files.
            Read a file to me.
            What is in that file?
            * Please show me a file.
            """),
        of(
            "files.create",
            FilePlans::create,
            """
            * Create an empty file {name}.
            Make a new file called {name}.
            I need a new file {name}.
            Please create a new file called {name}.
            ? name
            Create an empty file.
            * Make a new file for me.
            I need a new file.
            Please create a new file.
            """),
        of(
            "files.folder",
            FilePlans::folder,
            """
            Create a folder {name}.
            Make a new folder called {name}.
            I need a new folder {name}.
            * Please create a new folder called {name}.
            ? name
            * Create a folder.
            Make a new folder for me.
            I need a new folder.
            Please create a new folder.
            """),
        of(
            "files.delete",
            FilePlans::delete,
            """
            Delete {file}.
            * Remove the file {file}.
            I do not need {file} any more, delete it.
            Please delete the file {file}.
            ? file
            Delete one of the files.
            Remove a file.
            * I do not need one of the files any more, delete it.
            Please delete a file.
            """),
        of(
            "files.write",
            FilePlans::write,
            """
            * Write {text} into {file}.
            Put the text {text} in {file}.
            The file {file} should say {text}.
            Please write {text} into the file {file}.
            ? text
            Write something into {file}.
            * Put a new text in {file}.
            The file {file} should say something new.
            Please write a text into the file {file}.
            """),
        of(
            "files.search",
            FilePlans::search,
            """
            Search {file} for {word}.
            Which lines of {file} have {word}?
            * Find {word} in {file}.
            Please find the lines of {file} with {word}.
            ? word
            Search {file} for a word.
            Which lines of {file} have that word?
            Find a word in {file}.
            * Please find the lines of {file} with a word.
            """),
        of(
            "files.count",
            FilePlans::count,
            """
            How many {unit} are in {file}?
            * Count the {unit} of {file}.
            Give me the number of {unit} in {file}.
            Please count the {unit} in {file}.
            ? file
            How many {unit} are in that file?
            Count the {unit} of a file.
            * Give me the number of {unit} in a file.
            Please count the {unit} in one of the files.
            """),
        of(
            "files.list",
            turn -> turn.call("ls"),
            """
            List the files here.
            What is in this folder?
            Show me the files in this folder.
            * Please list the files in this folder.
            """),
        of(
            "files.where",
            turn -> turn.call("pwd"),
            """
            * Which folder am I in?
            Where am I now?
            Show me the path of this folder.
            Please show me which folder I am in.
            """),
        of(
            "files.sort",
            turn -> turn.call("sort", "file_name", FilePlans.file(turn)),
            """
            Sort the lines of {file}.
            Show me {file} in sorted order.
            * List the lines of {file} in order.
            Please show me the sorted lines of {file}.
            ? file
            Sort the lines of a file.
            Show me a file in sorted order.
            List the lines of that file in order.
            * Please show me the sorted lines of a file.
            """),
        of(
            "files.tail",
            FilePlans::tail,
            """
            * Show me the last {number} lines of {file}.
            Give me the last {number} lines of {file}.
            What are the last {number} lines of {file}?
            Please read me the last {number} lines of {file}.
            ? file
            Show me the last {number} lines of a file.
            * Give me the last {number} lines of that file.
            What are the last {number} lines of the file?
            Please read me the last {number} lines of one file.
            """),
        of(
            "files.compare",
            FilePlans::compare,
            """
            Compare {file} with {other}.
            What is different between {file} and {other}?
            Show me how {file} and {other} are different.
            * Please compare the files {file} and {other}.
            ? other
            * Compare {file} with another file.
            What is different between {file} and the other file?
            Show me how {file} and another file are different.
            Please compare the file {file} with another one.
            """),
        of(
            "files.find",
            FilePlans::find,
            """
            Find all files with {word} in the name.
            * Which files have {word} in the name?
            Search for names with {word}.
            Please find the names with {word}.
            ? word
            Find all files with a word in the name.
            Which files have that word in the name?
            * Search for names with a word.
            Please find the names with that word.
            """),
        of(
            "files.size",
            turn -> turn.call("du"),
            """
            How much space does this folder take?
            * How big is this folder?
            Show me the size of this folder.
            Please show me how big this folder is.
            """),
        of(
            "files.enter",
            FilePlans::enter,
            """
            Go to the folder {folder}.
            * Open the folder {folder}.
            Change to the folder {folder}.
            Please go to {folder}.
            ? folder
            Go to another folder.
            Open one of the folders.
            * Change to a different folder.
            Please open another folder.
            """),
        of(
            "files.enter-read",
            FilePlans::enterAndRead,
            """
            Go to the folder {folder} and show me the file {file}.
            Open the folder {folder} and read {file} to me.
            Go to {folder}, then show me what is in {file}.
            * Please open {folder} and show me the file {file}.
            """),
        of(
            "files.enter-list",
            FilePlans::enterAndList,
            """
            Go to the folder {folder} and list the files.
            * Open the folder {folder} and show me the files.
            Go to {folder}, then list what is in it.
            Please open {folder} and list the files.
            """),
        of(
            "files.new-text",
            FilePlans::newText,
            """
            Create the file {name} and write {text} into it.
            Make a new file {name}, then put the text {text} in it.
            * I need a new file {name} that says {text}.
            Please create {name} and put the text {text} into it.
            """),
        of(
            "files.new-folder-move",
            FilePlans::newFolderAndMove,
            """
            Create a folder {name} and move {file} into it.
            Make a new folder {name}, then put {file} in it.
            I need a new folder {name} with {file} in it.
            * Please create the folder {name} and put {file} into it.
            """),
        of(
            "files.remove-folder",
            turn ->
                turn.call(
                    "rmdir",
                    "dir_name",
                    turn.slot("folder", FilePlans.stage(turn).takeEmptyFolder())),
            """
            * Delete the empty folder {folder}.
            Remove the empty folder {folder}.
            I do not need the empty folder {folder} any more.
            Please delete the empty folder {folder}.
            """));
  }

  private static Family of(String id, Family.Plan plan, String wordings) {
    return Family.of(id, CLASS, plan, wordings);
  }
}
