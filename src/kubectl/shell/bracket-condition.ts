import { KubectlError } from "../kubectl-error.ts";
import type { Session } from "../session.ts";
import { testCondition } from "./condition.ts";
import { literalMark, withoutMarks } from "./expansions.ts";
import { globSource } from "./glob.ts";
import { quotedMark } from "./words.ts";

const bare = (word: string): string => withoutMarks(word.replaceAll(quotedMark, ""));

/**
 * Whether what stands in `[[ ... ]]` holds: conditions of `test`, patterns behind `==` and `!=`, regular expressions
 * behind `=~`, joined by `&&` and `||`. Throws a KubectlError for anything else.
 */
export async function conditionHolds(session: Session, words: readonly string[]): Promise<boolean> {
  let at = 0;
  const either = async (): Promise<boolean> => {
    let holds = await both();
    while (words[at] === "||") {
      at++;
      const other = await both();
      holds ||= other;
    }
    return holds;
  };
  const both = async (): Promise<boolean> => {
    let holds = await one();
    while (words[at] === "&&") {
      at++;
      const other = await one();
      holds &&= other;
    }
    return holds;
  };
  const one = async (): Promise<boolean> => {
    if (words[at] === "!") {
      at++;
      return !(await one());
    }
    if (words[at] === "(") {
      at++;
      const holds = await either();
      at++;
      return holds;
    }
    const end = words.findIndex((word, i) => i > at && /^(?:&&|\|\||\))$/.test(word));
    const own = words.slice(at, end < 0 ? undefined : end);
    at += own.length;
    return simple(session, own);
  };
  const holds = await either();
  if (at < words.length) throw new KubectlError(`syntax error in conditional expression near \`${words[at]}'`, 2);
  return holds;
}

async function simple(session: Session, words: readonly string[]): Promise<boolean> {
  const [left = "", operator = "", right = ""] = words;
  if (words.length === 3 && /^(?:==?|!=)$/.test(operator)) {
    const pattern = new RegExp(`^(?:${globSource(right.replaceAll(quotedMark, ""))})$`, "s");
    return pattern.test(bare(left)) !== (operator === "!=");
  }
  if (words.length === 3 && operator === "=~") {
    const groups = await groupsOf(right.replaceAll(quotedMark, "").replaceAll(literalMark, "\\"), bare(left));
    session.variables.set("BASH_REMATCH", { value: groups?.[0] ?? "", exported: false, items: groups ?? [] });
    return groups !== undefined;
  }
  if (words.length === 3 && (operator === "<" || operator === ">"))
    return operator === "<" ? bare(left) < bare(right) : bare(left) > bare(right);
  const { code, stderr } = await testCondition(session, "[[", words.map(bare));
  if (code > 1) throw new KubectlError(stderr.replace(/\n$/, ""), code);
  return code === 0;
}

/** What a regular expression and its groups match; undefined where it does not match. */
async function groupsOf(source: string, text: string): Promise<readonly string[] | undefined> {
  const { RE2JS } = await import("re2js");
  try {
    const matcher = RE2JS.compile(source).matcher(text);
    if (!matcher.find()) return undefined;
    return Array.from({ length: matcher.groupCount() + 1 }, (_, i) => matcher.group(i) ?? "");
  } catch {
    throw new KubectlError("invalid regular expression", 2);
  }
}
