import { expect, test } from "vitest";
import { validate } from "../../src/validate/server.ts";
import { facts } from "./facts.ts";

test.each(facts)("$title: kubeconform says $theirs, the server $at", async ({ manifest, at }) => {
  const { objects, problems } = await validate({ files: [{ name: "a.yaml", text: manifest }] });
  const errors = [...problems, ...objects.flatMap(({ findings }) => findings)].filter(({ level }) => level === "error");
  expect(errors.slice(0, 1).map(({ place }) => `${place.line}:${place.column}`)).toEqual(at === "" ? [] : [at]);
});
