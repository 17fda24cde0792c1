// Measures the validation of many manifests in processor time, from the start of the process and as `kubepad validate`
// sets V8 up, and prints its row as JSON.
//   node .config/run.mjs e2e/bench/validate-in-process.ts ROUNDS ROUND_MS COUNT
import { parseAllDocuments } from "yaml";
import { isObject, type JsonObject } from "../../src/apimachinery/json/value.ts";
import { optimizeLater } from "../../src/node/optimize-later.ts";
import { validate } from "../../src/validate.ts";
import { manifests } from "../manifests/all.ts";
import { writeManifest } from "../validate/written-manifest.ts";
import { generateDefinitionSet } from "./definition-set.ts";
import { processorMs } from "./event-loop-time.ts";
import type { Row } from "./row.ts";

const [, , , , given = "1000"] = process.argv;
const count = Number(given);
const kinds = 30;
const policies = 30;
const definitionSize = 20_000;
/** How many times what the library for YAML needs to read the texts. */
const atMost = 8;

/** An object as one of many: in a namespace of its own, with a name of its own. */
function copyOf(object: JsonObject, i: number): JsonObject {
  const metadata = isObject(object["metadata"]) ? object["metadata"] : {};
  return {
    ...object,
    metadata: { ...metadata, name: `${String(metadata["name"])}-${i}`, namespace: `bench-${i % 50}` },
  };
}

/** A policy that looks at each object, and its binding. */
const policyTexts = (i: number): string =>
  [
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata: { name: `policy-${i}` },
      spec: {
        matchConstraints: {
          resourceRules: [{ apiGroups: ["*"], apiVersions: ["*"], operations: ["CREATE", "UPDATE"], resources: ["*"] }],
        },
        validations: [{ expression: `object.metadata.name != "forbidden-${i}"`, message: `forbidden by ${i}` }],
      },
    },
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name: `policy-${i}` },
      spec: { policyName: `policy-${i}`, validationActions: ["Deny"] },
    },
  ]
    .map((object) => writeManifest(object).text)
    .join("---\n");

const examples = manifests
  .map(({ object }) => object)
  .filter(({ kind }) => !["Namespace", "Node"].includes(String(kind)));
const byKind = [...new Map(examples.map((object) => [object["kind"], object])).values()].slice(0, kinds);
const definitions = generateDefinitionSet({ groups: 4, kinds: 5, size: definitionSize });
const files = [
  ...Array.from({ length: count }, (_, i) => copyOf(byKind[i % byKind.length] ?? {}, i)).map((object, i) => ({
    name: `${i}.yaml`,
    text: writeManifest(object).text,
  })),
  ...definitions.map(({ text }, i) => ({ name: `definition-${i}.json`, text })),
  ...Array.from({ length: policies }, (_, i) => ({ name: `policy-${i}.yaml`, text: policyTexts(i) })),
];
const made = processorMs();
for (const { text } of files) parseAllDocuments(text).at(0)?.toJS();
const floor = processorMs() - made;
optimizeLater(files.reduce((sum, { text }) => sum + text.length, 0));
const started = processorMs();
const { objects } = await validate({ files });
const subject = processorMs() - started;
if (objects.length !== count + definitions.length + 2 * policies)
  throw new Error(`${objects.length} objects were judged`);
const row: Row = {
  name: `validate ${count} manifests`,
  where: "in process",
  backend: "memory",
  unit: "ms",
  subject,
  floor,
  floorName: "reading their texts by the library yaml",
  goal: { atMost },
  costs: true,
};
console.log(JSON.stringify(row));
const { maxRSS } = process.resourceUsage();
console.log(
  JSON.stringify({
    ...row,
    name: "memory of it",
    unit: "MB",
    subject: maxRSS / 1000,
    floor: 400,
    floorName: "what it may need",
    goal: { atMost: 1 },
  }),
);
