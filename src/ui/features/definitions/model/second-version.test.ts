import { expect, test } from "vitest";
import { parseManifest } from "../../../data/yaml.ts";
import { asksWebhook } from "./conversion-text.ts";
import { versionAfter, withConversion } from "./second-version.ts";
import { readDefinition } from "./written-definition.ts";

const text = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: lamps.example.com # stays
spec:
  group: example.com
  names: { kind: Lamp, plural: lamps }
  scope: Namespaced
  versions:
    - name: v1beta1
      served: true
      storage: true
      schema:
        openAPIV3Schema: { type: object }
`;

test.each([
  ["v1alpha1", "v1beta1"],
  ["v2beta3", "v2"],
  ["v1", "v2"],
  ["stable", "stable-next"],
])("%s is followed by %s", (name, next) => expect(versionAfter(name)).toBe(next));

test("a definition of one version gets a second one and a webhook, once", async () => {
  const first = readDefinition(await parseManifest(text));
  const written = first === undefined ? "" : await withConversion(text, first);
  expect(written).toContain("lamps.example.com # stays");
  const both = readDefinition(await parseManifest(written));
  expect(both?.versions).toMatchObject([
    { name: "v1beta1", storage: true },
    { name: "v1", storage: false, served: true, schema: { type: "object" } },
  ]);
  expect(both !== undefined && asksWebhook(both)).toBe(true);
  const again = both && readDefinition(await parseManifest(await withConversion(written, both)));
  expect(again?.versions).toHaveLength(2);
});
