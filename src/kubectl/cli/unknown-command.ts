import { editDistance } from "../../apimachinery/edit-distance.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { KubectlError } from "../kubectl-error.ts";

/** Words that stand for other commands (cobra.Command.SuggestFor). */
const suggestFor: Readonly<Record<string, readonly string[]>> = {
  delete: ["rm"],
  get: ["list", "ps"],
  wait: ["list", "ps"],
};

/** The error for a word that is no command, with those of `names` that may be meant. */
export function unknownCommand(word: string, path: string, names: Iterable<string>): KubectlError {
  const typed = word.toLowerCase();
  const near = [...names].filter(
    (each) =>
      !each.includes(" ") &&
      (editDistance(each, typed) <= 2 || each.startsWith(typed) || suggestFor[each]?.includes(typed) === true),
  );
  const hint = near.length === 0 ? "" : `\n\nDid you mean this?\n${near.map((each) => `\t${each}\n`).join("")}`;
  return new KubectlError(`unknown command ${quoteGo(word)} for ${quoteGo(path)}${hint}`);
}
