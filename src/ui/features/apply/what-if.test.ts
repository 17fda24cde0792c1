import { afterEach, beforeEach, expect, test } from "vitest";
import { isKubeObject } from "../../data/send.ts";
import type { ApiServer } from "../../../index.ts";
import { createApiServer, createMemoryBackend, createSystemClock, createSystemRandom } from "../../../index.ts";
import type { Resource } from "../../kube/resource.ts";
import type { Conflict, Outcome, Way } from "./outcome.ts";
import { conflictWords, consequences, headline, lineMarks, previewWords } from "./outcome-words.ts";
import { readingOf } from "./reading.ts";
import { applyManifest, previewOf, resolved, whatIf } from "./what-if.ts";

const configMaps: Resource = {
  group: "",
  version: "v1",
  resource: "configmaps",
  kind: "ConfigMap",
  singular: "configmap",
  namespaced: true,
  shortNames: [],
  categories: [],
  verbs: [],
  subresources: [],
};
const never = new AbortController().signal;
const manifest = (data: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata: # mine\n${data}`;

let server: ApiServer;
beforeEach(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
});
afterEach(() => server.close());

async function read(text: string) {
  const reading = await readingOf(text, [configMaps]);
  if (reading.kind !== "read") throw new Error(reading.message);
  return reading;
}

async function applyAs(manager: string, data: string): Promise<void> {
  const { path, text } = await read(manifest(data));
  expect(await applyManifest(server, { path, manager, text, force: false, dryRun: false })).toMatchObject({
    kind: "accepted",
  });
}

async function ask(
  manager: string,
  data: string,
): Promise<{ readonly outcome: Outcome; readonly reading: Awaited<ReturnType<typeof read>> }> {
  const reading = await read(manifest(data));
  const found: unknown = await (await server.fetch("http://kubepad/api/v1/namespaces/default/configmaps/a")).json();
  const before = isKubeObject(found) && "data" in found ? found : undefined;
  return { reading, outcome: await whatIf(server, reading, manager, before, never) };
}

test("what would be gained and shared is told, and nothing is stored", async () => {
  const first = await ask("alice", "  x: '1'\n");
  expect(headline(first.outcome)).toBe("Applying as alice would create the object.");
  expect((await server.fetch("http://kubepad/api/v1/namespaces/default/configmaps/a")).status).toBe(404);
  await applyAs("alice", "  x: '1'\n");
  const { outcome, reading } = await ask("bob", "  x: '1'\n  w: '2'\n");
  if (outcome.kind !== "accepted") throw new Error(outcome.kind);
  expect(consequences(outcome.before, outcome.answer.object)).toEqual([
    "bob would gain .data.w.",
    "bob would share .data.x with others.",
  ]);
  expect([...lineMarks(reading, outcome)].map(([line, { tone }]) => `${line} ${tone}`).toSorted()).toEqual([
    "5 share",
    "6 gain",
  ]);
  expect(headline((await ask("alice", "  x: '1'\n")).outcome)).toBe("Applying as alice would change nothing.");
});

test("a conflict stands at its line, with what each way out would lead to", async () => {
  await applyAs("alice", "  x: '1'\n  z: '1'\n");
  const { outcome, reading } = await ask("bob", "  w: '2'\n  x: '2'\n");
  if (outcome.kind !== "conflict") throw new Error(outcome.kind);
  const [conflict] = outcome.conflicts;
  if (conflict === undefined) throw new Error("no conflict");
  expect([...lineMarks(reading, outcome).keys()]).toEqual([6]);
  expect(conflictWords(conflict)).toBe('alice owns .data.x with "1"; this manifest sets "2".');
  const words = (way: Way) => {
    const preview = outcome.previews[way];
    return preview === undefined ? "" : previewWords(conflict, preview);
  };
  expect([words("force"), words("drop"), words("share")]).toEqual([
    'bob alone would own it with "2"; alice would lose it.',
    'alice alone would own it with "1".',
    'alice and bob would own it together with "1".',
  ]);
  expect(outcome.previews.drop?.text).toBe(manifest("  w: '2'\n"));
});

test("conflicts are resolved each in its own way", async () => {
  await applyAs("alice", "  x: '1'\n  w: '1'\n  z: '1'\n");
  const { outcome, reading } = await ask("bob", "  x: '2'\n  w: '2'\n  z: '2'\n");
  if (outcome.kind !== "conflict") throw new Error(outcome.kind);
  const choice: Readonly<Record<string, Way>> = { ".data.x": "force", ".data.w": "drop", ".data.z": "share" };
  const resolution = { conflicts: outcome.conflicts, choice: ({ path }: Conflict) => choice[path] };
  expect(await resolved(outcome.text, resolution)).toBe(manifest("  x: '2'\n  z: \"1\"\n"));
  const { answer } = await previewOf(server, reading, "bob", resolution, never);
  if (answer.kind === "refused") throw new Error(answer.status.message);
  expect(consequences(outcome.before, answer.object)).toEqual([
    "alice would lose .data.x.",
    "bob would gain .data.x.",
    "bob would share .data.z with others.",
  ]);
});

test.each([
  ["a: [", ""],
  ["kind: ConfigMap", "The manifest has no apiVersion or kind."],
  ["apiVersion: v1\nkind: Nothing", "The server does not serve Nothing in v1."],
  ["apiVersion: v1\nkind: ConfigMap", "The manifest has no metadata.name. Apply needs a name."],
])("%j is not asked about", async (text, words) => {
  const reading = await readingOf(text, [configMaps]);
  expect(reading).toMatchObject({ kind: "unclear", message: expect.stringContaining(words) });
});

test("a refusal that is no conflict is the server's", async () => {
  const { outcome } = await ask("", "  x: '1'\n");
  expect(outcome).toMatchObject({ kind: "refused", status: { code: 422 } });
});
