import { isRecord } from "../../../apimachinery/is-record.ts";
import type { PolicyFixture } from "../../../scenarios/policies/policy-example.ts";
import { defineDrafts } from "../../workbench/drafts.ts";
import { outcomes } from "./model/outcome-words.ts";

const isFixture = (value: unknown): value is PolicyFixture =>
  isRecord(value) &&
  ["id", "name", "object"].every((member) => typeof value[member] === "string") &&
  ["old", "user"].every((member) => ["string", "undefined"].includes(typeof value[member])) &&
  ["CREATE", "UPDATE", "DELETE"].some((operation) => operation === value["operation"]) &&
  outcomes.some((outcome) => outcome === value["expect"]);

/** The texts of policies and their fixtures by place: `own`, `example/ID`, `installed/KIND/NAME`. */
export const policyDrafts = defineDrafts({
  settings: { drafts: "policies.texts", fixtures: "policies.fixtures" },
  isDraft: (value) => typeof value === "string",
  isFixture,
  change: (_, text: string) => text,
});
