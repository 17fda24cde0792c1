import { expect } from "@playwright/test";
import { ask } from "./open-page.ts";
import type { View } from "./policy-views.ts";

const labels = { app: "axe" };

/** The views of the world. */
export const worldViews: readonly View[] = [
  {
    name: "world",
    address: "#/world",
    prepare: async (page) => {
      const spec = {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "a", image: "a:1" }] } },
      };
      await ask(page, "POST", "/apis/apps/v1/namespaces/default/deployments", { metadata: { name: "axe" }, spec });
      await expect(page.getByRole("treeitem").filter({ hasText: "axe" })).toBeVisible();
    },
  },
];
