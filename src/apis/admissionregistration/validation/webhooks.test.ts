import { describe, expect, it } from "vitest";
import { errorMessage } from "../../../apimachinery/field-error.ts";
import { validateWebhookConfiguration } from "./webhooks.ts";

const webhook = {
  name: "a.example.com",
  clientConfig: { url: "https://127.0.0.1:9/" },
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
};
const errorsOf = (fields: object): readonly string[] =>
  validateWebhookConfiguration({ metadata: { name: "w" }, webhooks: [{ ...webhook, ...fields }] }, undefined, 33).map(
    errorMessage,
  );

describe("webhooks", () => {
  it("are valid with what they need", () => expect(errorsOf({})).toEqual([]));

  it.each([[undefined], [null]])("say what side effects they have: %s", (sideEffects) =>
    expect(errorsOf({ sideEffects })).toEqual([
      "webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun",
    ]),
  );

  it("have conditions without the variables of policies", () =>
    expect(errorsOf({ matchConditions: [{ name: "c", expression: "variables.a" }] })).toEqual([
      expect.stringContaining("undeclared reference to 'variables'"),
    ]));
});
