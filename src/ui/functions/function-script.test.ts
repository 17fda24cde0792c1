import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";
import { functionScript, sourceProblem } from "./function-script.ts";

type Listener = (event: { readonly data: unknown }) => Promise<void>;

/** What the script of a function posts for two objects, as a worker would. */
async function answersOf(source: string): Promise<readonly unknown[]> {
  const posted: unknown[] = [];
  const listeners: Listener[] = [];
  const self: Record<string, unknown> = {
    postMessage: (message: unknown) => posted.push(JSON.parse(JSON.stringify(message))),
    addEventListener: (_: string, listener: Listener) => listeners.push(listener),
    fetch: () => "outside",
  };
  runInContext(functionScript(source, "convert"), createContext(self));
  const calls = [{ a: 1 }, { a: 2 }].map((object) => [object, "g.io/v2"]);
  const data = { id: 7, calls };
  for (const listener of listeners) await listener({ data });
  return posted;
}

// oxfmt-ignore
test.each([
  ["converts object by object", "function convert(object, apiVersion) { return { ...object, apiVersion }; }", { id: 7, text: '[{"a":1,"apiVersion":"g.io/v2"},{"a":2,"apiVersion":"g.io/v2"}]' }],
  ["may take its time", "const convert = async (object) => object.a;", { id: 7, text: "[1,2]" }],
  ["is told what it throws", "function convert() { throw new Error('no such field'); }", { id: 7, failure: "no such field" }],
  ["needs its name", "function other() {}", { id: 7, failure: "no function named convert is defined" }],
  ["reaches nothing outside", "function convert() { return typeof fetch; }", { id: 7, text: '["undefined","undefined"]' }],
  ["makes no code of a text", "function convert() { return [typeof eval, typeof convert.constructor, typeof (async () => 1).constructor]; }", { id: 7, text: '[["undefined","undefined","undefined"],["undefined","undefined","undefined"]]' }],
  ["changes nothing by declaring what isolates it", "function Object() {} var self; function convert() { return typeof fetch; }", { id: 7, text: '["undefined","undefined"]' }],
  ["may end in a comment", "const convert = () => 1; // done", { id: 7, text: "[1,1]" }],
])("a function %s", async (_, source, answer) => {
  expect(await answersOf(source)).toEqual([answer]);
});

test.each([
  "import('/x')",
  "import /* so */ ('/x')",
  "import.meta",
  "[...import('/x')]",
  "`${import('/x')}`",
  "import <!-- x\n('/x')",
  "import('/x') // .import",
  "1.\nimport('/x')",
])("what loads a script is refused: %s", (source) => {
  expect(sourceProblem(source)).toContain("import");
});

test.each(["object.spec.import = 1", "object?.import", "({ import: 1, 'import': 2 })", 'o["import"]', "reimport()"])(
  "a field may be called so: %s",
  (source) => {
    expect(sourceProblem(source)).toBeUndefined();
  },
);
