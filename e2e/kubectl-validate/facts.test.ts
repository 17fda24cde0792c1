import { expect, test } from "vitest";
import { validate } from "../../src/validate/server.ts";
import { facts, gauges } from "./facts.ts";

test.each(facts)("$file: kubectl-validate says $theirs, the server $at", async ({ manifest, theirs, at, differs }) => {
  const isDefinition = manifest.includes("kind: CustomResourceDefinition");
  const { objects, problems, passed } = await validate({
    files: [{ name: "a.yaml", text: manifest }],
    policies: isDefinition ? [] : [{ name: "gauges.yaml", text: gauges }],
  });
  const errors = [...problems, ...objects.flatMap(({ findings }) => findings)].filter(({ level }) => level === "error");
  expect(errors.slice(0, 1).map(({ place }) => `${place.line}:${place.column}`)).toEqual(at === "" ? [] : [at]);
  expect(passed === (theirs === "accepted")).toBe(differs === undefined);
});
