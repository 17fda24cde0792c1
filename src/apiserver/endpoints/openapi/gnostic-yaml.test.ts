import { expect, it } from "vitest";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { gnosticYaml } from "./gnostic-yaml.ts";

it.each<readonly [what: string, value: JsonValue, yaml: string]>([
  ["texts", "atomic", "atomic\n"],
  ["lists of texts", ["name", "port"], "- name\n- port\n"],
  ["a kind of the core group", { group: "", version: "v1", kind: "Pod" }, 'group: ""\nversion: v1\nkind: Pod\n'],
  [
    "kinds",
    [
      { group: "apps", kind: "Scale", version: "v1" },
      { group: "", kind: "Status", version: "v1" },
    ],
    '- group: apps\n  kind: Scale\n  version: v1\n- group: ""\n  kind: Status\n  version: v1\n',
  ],
  [
    "unions",
    [{ discriminator: "type", "fields-to-discriminateBy": { localhostProfile: "LocalhostProfile" } }],
    "- discriminator: type\n  fields-to-discriminateBy:\n    localhostProfile: LocalhostProfile\n",
  ],
  [
    "rules",
    [
      { rule: "self.a == 1", message: "must: be # one" },
      { rule: "has(self.a) ||\n  has(self.e)", message: 'it\'s "so"' },
    ],
    "- rule: self.a == 1\n  message: 'must: be # one'\n- rule: |-\n    has(self.a) ||\n      has(self.e)\n  message: it's \"so\"\n",
  ],
  [
    "levels, four columns each",
    { a: { b: [1, { c: [true] }] } },
    "a:\n    b:\n        - 1\n        - c:\n            - true\n",
  ],
  ["lists of lists", [["a", ["b"]], []], "- - a\n  - - b\n- []\n"],
  [
    "what would be something else",
    ["true", "12", "null", "yes", "~", "2020-01-01"],
    '- "true"\n- "12"\n- "null"\n- yes\n- "~"\n- "2020-01-01"\n',
  ],
  ["what is no text", [true, null, 1.5, -3, {}], "- true\n- null\n- 1.5\n- -3\n- {}\n"],
  ["breaks at the end", { a: "x\n", b: "x\n\n" }, "a: |\n    x\nb: |+\n    x\n\n"],
])("writes %s", (_, value, yaml) => expect(gnosticYaml(value)).toBe(yaml));
