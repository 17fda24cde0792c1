import type { Race } from "../../../client/races.ts";
import { readRace } from "../../../races/race.ts";
import type { Problem } from "../../texts/problem.ts";

/** What a text says: a race, or why it is none, with lines. */
export interface RaceText {
  readonly race: Race | undefined;
  readonly problems: readonly Problem[];
}

/** Reads the text of a race, in YAML or JSON. */
export async function readRaceText(text: string): Promise<RaceText> {
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text, { version: "1.1", merge: true });
  const lineAt = (offset: number): number => text.slice(0, offset).split("\n").length - 1;
  const [error] = document.errors;
  if (error !== undefined) return { race: undefined, problems: [problem(error.message, "", lineAt(error.pos[0]))] };
  const reading = readRace(document.toJS());
  if (reading.kind === "race") return { race: reading.race, problems: [] };
  const lineOf = (path: string): number => {
    for (let keys = keysOf(path); keys.length > 0; keys = keys.slice(0, -1)) {
      const node: unknown = document.getIn(keys, true);
      if (typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range))
        return lineAt(Number(node.range[0]));
    }
    return 0;
  };
  const problems = reading.problems.map((message) => {
    const field = /^([\w.[\]-]+): /.exec(message)?.[1] ?? "";
    return problem(message, field, lineOf(field));
  });
  return { race: undefined, problems };
}

const problem = (message: string, field: string, line: number): Problem => ({
  tone: "error",
  field,
  message,
  line,
  steps: [],
});

const keysOf = (path: string): readonly (string | number)[] =>
  [...path.matchAll(/[^.[\]]+/g)].map(([key]) => (/^\d+$/.test(key) ? Number(key) : key));
