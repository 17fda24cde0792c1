import { expect, test } from "vitest";
import type { RaceOutcome } from "../client/races.ts";
import { openRace, raceOf } from "./testing/open-race.ts";

const settings = `objects:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: default}, data: {a: "0", b: "0"}}
actors:
`;
const path = "/api/v1/namespaces/default/configmaps/settings";
const put = (edit: string): string => `  - GET ${path}\n  - {method: PUT, path: ${path}, edit: ${edit}}\n`;
const patch = (body: string): string =>
  `  - {method: PATCH, path: ${path}, type: application/merge-patch+json, body: ${body}}\n`;
const unchecked = (field: string): string => put(`{metadata: {resourceVersion: null}, data: {${field}: "1"}}`);

async function outcomesOf(text: string): Promise<readonly RaceOutcome[]> {
  const lab = await openRace(raceOf(text));
  return lab
    .explore(() => false)
    .then(({ outcomes }) => outcomes)
    .finally(() => lab.close());
}

const withoutNumbers = (words: string): string => words.replaceAll(/revision \d+/g, "revision N");

const sentencesOf = (outcomes: readonly RaceOutcome[]): readonly string[] =>
  outcomes.map(({ findings }) => withoutNumbers(findings.map(({ sentence }) => sentence).join(" "))).toSorted();

/** What happens, the actors, and the sentences of their outcomes. */
// oxfmt-ignore
const cases: readonly (readonly [what: string, actors: string, sentences: readonly string[]])[] = [
  ["whole objects are written back", `  x:\n${unchecked("a")}  y:\n${unchecked("b")}`, [
    "",
    "Lost update: x overwrote what y wrote: data.b 1 → 0 (configmaps/settings).",
    "Lost update: y overwrote what x wrote: data.a 1 → 0 (configmaps/settings).",
  ]],
  ["they have their resourceVersion", `  x:\n${put('{data: {a: "1"}}')}  y:\n${put('{data: {b: "1"}}')}`, [
    "",
    "409: x's PUT of configmaps/settings was refused, since y had written revision N; nothing is lost.",
    "409: y's PUT of configmaps/settings was refused, since x had written revision N; nothing is lost.",
  ]],
  ["different fields are patched", `  x:\n${patch('{data: {a: "1"}}')}  y:\n${patch('{data: {b: "1"}}')}`, [""]],
  ["one field is patched", `  x:\n${patch('{data: {a: "1"}}')}  y:\n${patch('{data: {a: "2"}}')}`, [
    "The last write wins: x overwrote what y wrote, without having read it: data.a 2 → 1 (configmaps/settings).",
    "The last write wins: y overwrote what x wrote, without having read it: data.a 1 → 2 (configmaps/settings).",
  ]],
  ["one actor only reads", `  x:\n${unchecked("a")}  y:\n  - GET ${path}\n`, [""]],
  ["an object is deleted", `  x:\n${patch('{data: {a: "1"}}')}  y:\n  - DELETE ${path}\n`, [
    "",
    "404: x's PATCH found no configmaps/settings, which y had deleted; nothing is left behind.",
  ]],
  ["a field is refused", `  x:\n${patch('{data: {"a b": "1"}}')}  y:\n  - GET ${path}\n`, [
    `422: x's PATCH of configmaps/settings was refused: ConfigMap "settings" is invalid: data[a b]: Invalid value: "a b": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')`,
  ]],
  ["there is nothing to edit", `  x:\n  - {method: PUT, path: ${path}, edit: {data: {}}}\n  y:\n  - GET ${path}\n`, [
    `x ended with an error: there is nothing to edit for ${path}: the actor has read no object before.`,
  ]],
];

test.each(cases)("what happens where %s", async (_, actors, sentences) => {
  expect(sentencesOf(await outcomesOf(settings + actors))).toEqual(sentences);
});

test("an order is played as far as it goes, with what each step has read and written", async () => {
  const lab = await openRace(raceOf(`${settings}  x:\n${unchecked("a")}  y:\n${unchecked("b")}`));
  const begun = await lab.play(["x", "y", "y"]);
  expect(begun.next).toEqual({ x: "read", y: "write" });
  expect(begun.findings).toBeUndefined();
  expect(begun.entries.map(({ actor, kind, words }) => `${actor} ${kind}: ${withoutNumbers(words)}`)).toEqual([
    "x read: reads configmaps/settings at revision N",
    "x answer: 200",
    "y read: reads configmaps/settings at revision N",
    "y answer: 200",
    "y read: reads configmaps/settings at revision N",
  ]);
  const ended = await lab.play(["x", "y", "y", "y", "x", "x"]);
  expect(ended.next).toEqual({});
  expect(ended.findings?.map(({ kind }) => kind)).toEqual(["lost-update"]);
  await expect(lab.play(["x", "x", "x", "x"])).rejects.toThrow("x cannot go on there");
  await lab.close();
});

test("the orders of a report are the same each time", async () => {
  const text = `${settings}  x:\n${unchecked("a")}  y:\n${unchecked("b")}`;
  expect(await outcomesOf(text)).toEqual(await outcomesOf(text));
});
