import { expect, test } from "vitest";
import { readRace } from "./race.ts";

const actors = { a: ["GET /version"], b: [{ path: "/version" }] };

/** What is wrong with a race, and what is said of it. */
const mistakes: readonly (readonly [value: unknown, problem: string])[] = [
  [[], "A race is a mapping with actors."],
  [{}, "actors: must be a mapping of names to lists of requests."],
  [{ actors: { a: [] } }, "actors: there are 1; a race has two to four."],
  [{ actors: { a: [], b: {} } }, "actors.b: must be a list of requests and command lines."],
  [{ actors: { a: [], 1: [] } }, 'actors: "1" is no name.'],
  [{ actors: { a: [], b: ["ls"] } }, "actors.b[0]: must begin with kubectl, or be a request such as GET"],
  [{ actors: { a: [], b: [{ path: "version" }] } }, "actors.b[0].path: must be a path that begins with /."],
  [{ actors: { a: [], b: [{ path: "/version", when: "bad" }] } }, "actors.b[0].when: must be a status, or ok."],
  [{ actors: { a: [], b: [{ path: "/version", bodi: {} }] } }, "actors.b[0].bodi: there is no such member"],
  [{ actors, steps: ["swap"] }, "steps: must be a list of begin, read, admission, write, commit, event."],
  [
    { actors, objects: [{ kind: "Pod" }] },
    "objects: must be a list of objects with apiVersion, kind and metadata.name.",
  ],
  [{ actors, revision: "1" }, "revision: must be a revision of this server."],
  [{ actors, setup: [1] }, "setup[0]: must be a request or a command line."],
];

test.each(mistakes)("%j is refused", (value, problem) => {
  const reading = readRace(value);
  expect(reading.kind === "refused" ? reading.problems.join("\n") : "").toContain(problem);
});

test("what a race leaves out has a default", () => {
  expect(readRace({ actors })).toEqual({
    kind: "race",
    race: { actors, objects: [], setup: [], steps: ["read", "write", "event"] },
  });
});
