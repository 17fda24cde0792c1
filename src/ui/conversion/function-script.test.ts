import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";
import { functionScript } from "./function-script.ts";

type Listener = (event: { readonly data: unknown }) => Promise<void>;

/** What the script of a function posts for two objects, as a worker would. */
async function answersOf(source: string): Promise<readonly unknown[]> {
  const posted: unknown[] = [];
  const self: Record<string, unknown> = {
    postMessage: (message: unknown) => posted.push(JSON.parse(JSON.stringify(message))),
    fetch: () => "outside",
  };
  self["self"] = self;
  runInContext(functionScript(source), createContext(self));
  await (self["onmessage"] as Listener)({
    data: { id: 7, objects: [{ a: 1 }, { a: 2 }], desiredAPIVersion: "g.io/v2" },
  });
  return posted;
}

// oxfmt-ignore
test.each([
  ["converts object by object", "function convert(object, apiVersion) { return { ...object, apiVersion }; }", { id: 7, text: '[{"a":1,"apiVersion":"g.io/v2"},{"a":2,"apiVersion":"g.io/v2"}]' }],
  ["may take its time", "const convert = async (object) => object.a;", { id: 7, text: "[1,2]" }],
  ["is told what it throws", "function convert() { throw new Error('no such field'); }", { id: 7, failure: "no such field" }],
  ["needs its name", "function other() {}", { id: 7, failure: "there is no function named convert" }],
  ["reaches nothing outside", "function convert() { return typeof fetch; }", { id: 7, text: '["undefined","undefined"]' }],
  ["may end in a comment", "const convert = () => 1; // done", { id: 7, text: "[1,1]" }],
])("a function %s", async (_, source, answer) => {
  expect(await answersOf(source)).toEqual([answer]);
});
