import { expect, test } from "vitest";
import { ManifestSyntaxError, readManifest, type ManifestNode } from "./manifest-places.ts";

const text = `# mine
apiVersion: v1
spec:
  replicas: 3 # three
  ports:
  - port: 80
    name: a
  - port: 81
  note: |
    x
    y
  none: {}
`;

const flat = (node: ManifestNode): string[] => [
  `${node.path.join("/")} ${node.line}-${node.lastLine}`,
  ...node.children.flatMap(flat),
];

test("every value knows its lines", async () => {
  expect(flat(await readManifest(text)).slice(1)).toEqual([
    "apiVersion 1-1",
    "spec 2-11",
    "spec/replicas 3-3",
    "spec/ports 4-7",
    "spec/ports/0 5-6",
    "spec/ports/0/port 5-5",
    "spec/ports/0/name 6-6",
    "spec/ports/1 7-7",
    "spec/ports/1/port 7-7",
    "spec/note 8-10",
    "spec/none 11-11",
  ]);
});

test("JSON has places too", async () => {
  expect(flat(await readManifest('{\n "a": [1,\n  2]\n}')).slice(1)).toEqual(["a 1-2", "a/0 1-1", "a/1 2-2"]);
});

test("a text that cannot be read says where", async () => {
  const error = await readManifest("a: 1\nb: [\n").catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ManifestSyntaxError);
  expect(error).toMatchObject({ line: 2 });
});
