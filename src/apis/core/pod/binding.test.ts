import { expect, it } from "vitest";
import type { RegistryAccess } from "../../../apiserver/registry/resource-definition.ts";
import { testContext } from "../../testing/strategy-context.ts";
import { createBinding } from "./binding.ts";

const nothing: Partial<RegistryAccess> = {};

// oxfmt-ignore
it.each([
  ["without a name", { target: { kind: "Node", name: "n" } }, "Name parameter required."],
  ["without a name and a node", { target: { kind: "Node" } }, "target.name: Required value"],
])("a binding %s is refused", async (_name, fields, message) => {
  const made = createBinding({ metadata: {}, ...fields }, nothing as RegistryAccess, testContext(), { dryRun: [], validate: async () => {} });
  await expect(made).rejects.toThrow(message);
});
