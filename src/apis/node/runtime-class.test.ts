import { expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import { testContext } from "../testing/strategy-context.ts";
import { runtimeClassStrategy } from "./runtime-class.ts";

const errorsOf = (fields: Readonly<Record<string, unknown>>): readonly string[] =>
  (runtimeClassStrategy.validate?.({ metadata: {}, handler: "h", ...fields }, testContext()) ?? []).map(errorMessage);

// oxfmt-ignore
it.each([
  ["whole and known resources", { overhead: { podFixed: { cpu: "250m" } } }, []],
  ["a resource that containers do not have", { overhead: { podFixed: { pods: "1" } } }, ['overhead.limits[pods]: Invalid value: "pods": must be a standard resource for containers']],
  ["a toleration for other seconds", { scheduling: { tolerations: [{ key: "a", operator: "Exists", effect: "NoExecute" }, { key: "a", operator: "Exists", effect: "NoExecute", tolerationSeconds: 5 }] } }, [
    'scheduling.tolerations[1]: Duplicate value: {"Key":"a","Operator":"Exists","Value":"","Effect":"NoExecute","TolerationSeconds":5}',
  ]],
])("runtime classes are held against %s", (_name, fields, expected) => expect(errorsOf(fields)).toEqual(expected));

it("runtime classes warn of labels that have another name", () =>
  expect(
    runtimeClassStrategy.warningsOnCreate?.({
      metadata: {},
      scheduling: { nodeSelector: { "beta.kubernetes.io/arch": "a", b: "c" } },
    }),
  ).toEqual(['scheduling.nodeSelector: deprecated since v1.14; use "kubernetes.io/arch" instead']));
