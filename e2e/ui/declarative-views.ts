import { expect } from "@playwright/test";
import type { View } from "./policy-views.ts";

/** The views of declarative validation. */
export const declarativeViews: readonly View[] = [
  {
    name: "tags of declarative validation",
    address: "#/declarative",
    prepare: async (page) => expect(page.getByRole("link", { name: /^\+k8s:required/ })).toBeVisible(),
  },
  {
    name: "lesson of a tag",
    address: "#/declarative/tag/listType",
    prepare: async (page) => expect(page.getByRole("list", { name: "Results" })).toContainText("Duplicate value"),
  },
  {
    name: "types that the generator refuses",
    address: "#/declarative/documented/eachKey",
    prepare: async (page) =>
      expect(page.getByRole("list", { name: "Problems", exact: true })).toContainText("maps with non-string keys"),
  },
  {
    name: "CEL twin of tags",
    address: "#/declarative/tag/eachVal?tab=twin",
    prepare: async (page) => expect(page.getByRole("region", { name: "Schema" })).toContainText("openAPIV3Schema"),
  },
];
