import { describe, expect, test } from "vitest";
import { atYamlFault } from "./yaml-fault.ts";
import { block, failures } from "./testing/run-blocks.ts";

const settings = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels: x: y\n";

describe("YAML that cannot be read is told with its line in the file", () => {
  // the front matter ends at line 3, a block begins at the next line
  test.each([
    ["in what is applied", block("yaml apply manager=x", settings), 9],
    [
      "in the body of a request",
      block("http", `POST /api/v1/namespaces/default/configmaps\nContent-Type: application/yaml\n\n${settings}`),
      12,
    ],
    ["in a here-document", block("console", `$ kubectl apply -f - <<EOF\n${settings}EOF`), 10],
    ["in a later document", block("yaml apply manager=x", `${settings.replace("x: y", "{}")}---\n${settings}`), 15],
  ])("%s", async (_what, text, line) => {
    const [failure] = await failures(text);
    expect(failure).toMatch(new RegExp(`^failed ${line} .* yaml: `, "s"));
    expect(failure).toContain(`(line ${line}: Nested mappings are not allowed in compact mappings)`);
  });
});

test("a hundred thousand here-documents without an end are looked through once", () => {
  const place = { line: 1, start: 0, end: 0 };
  const finding = { place, what: "", holds: false, expected: "", got: "yaml: refused" };
  const lines = "kubectl apply -f - <<EOF\n".repeat(100_000);
  const found = atYamlFault(finding, `${lines}cat <<END\na: b: c\nEND`, 1);
  expect(found.got).toContain("(line 100002: Nested mappings");
});

test("an empty here-document moves no line after it", () => {
  const finding = { place: { line: 1, start: 0, end: 0 }, what: "", holds: false, expected: "", got: "yaml: refused" };
  const found = atYamlFault(finding, "cat <<A\nA\ncat <<B\na: 'b\nB", 1);
  expect(found.got).toContain("(line 4: Missing closing");
});
