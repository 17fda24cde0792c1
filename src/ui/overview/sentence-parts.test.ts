import { expect, test } from "vitest";
import type { Evidence } from "../../diagnosis/diagnosis.ts";
import { sentenceParts } from "./sentence-parts.ts";

const object = { group: "", kind: "Pod", namespace: "shop", name: "web-1" };
const field = (path: string, value: string): Evidence => ({ kind: "field", object, path, value });

const linked = (sentence: string, evidence: readonly Evidence[]): readonly string[] =>
  sentenceParts(sentence, evidence).map((part) => (part.evidence === undefined ? part.text : `[${part.text}]`));

test("nouns of a sentence lead to what is behind them", () => {
  const node: Evidence = { kind: "object", object: { ...object, kind: "Node", name: "node-1" } };
  expect(
    linked("Pending: no node has 500 cpu; the largest, node-1, has 4", [
      field("spec.containers[*].resources.requests", "500 cpu"),
      node,
      field("status.allocatable.cpu", "4"),
    ]),
  ).toEqual(["Pending: no node has ", "[500 cpu]", "; the largest, ", "[node-1]", ", has ", "[4]"]);
});

test("a noun is a whole word, and each piece of evidence stands once", () => {
  expect(linked("2 of 12 are ready, 2 are not", [field("status.ready", "2")])).toEqual([
    "[2]",
    " of 12 are ready, 2 are not",
  ]);
  expect(linked("web-10 waits for web-1.", [{ kind: "object", object }])).toEqual([
    "web-10 waits for ",
    "[web-1]",
    ".",
  ]);
});

test("a part of an image or of an address is no noun", () => {
  const of = field("status.updatedReplicas", "2");
  expect(linked("cannot start from the image shop:2", [of])).toEqual(["cannot start from the image shop:2"]);
  expect(linked("shop:2 of 2: not there", [field("a", "shop"), of])).toEqual(["shop:2 of ", "[2]", ": not there"]);
});

test("what is not told stays beside the sentence", () => {
  expect(linked("Exists", [field("metadata.name", "web-1")])).toEqual(["Exists"]);
});
