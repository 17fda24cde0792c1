import { expect, type Page } from "@playwright/test";
import { ask, rowWith } from "./open-page.ts";

/** A view that axe looks at. */
export interface View {
  readonly name: string;
  readonly address: string;
  readonly prepare?: (page: Page) => Promise<void>;
  /** Whether phones have nothing like it. */
  readonly onlyWide?: boolean;
}

const pod = { containers: [{ name: "app", image: "app:1" }] };

/** The views of policies. */
export const policyViews: readonly View[] = [
  {
    name: "policies",
    address: "#/policies",
    prepare: async (page) => expect(page.getByRole("link", { name: /^Required labels/ })).toBeVisible(),
  },
  {
    name: "matrix of a policy",
    address: "#/policies/example/required-labels?tab=matrix",
    prepare: async (page) => {
      await page.getByRole("button", { name: /^one of them, this draft: deny/ }).click();
      await expect(page.getByRole("list", { name: "Evaluated expressions" })).toBeVisible();
    },
  },
  {
    name: "step by step change of a policy",
    address: "#/policies/example/sidecar?tab=matrix",
    prepare: async (page) => {
      await page.getByRole("button", { name: /^asks for it, this draft: change/ }).click();
      await expect(page.getByRole("list", { name: /^What spec.mutations/ }).first()).toBeVisible();
    },
  },
  {
    name: "expressions of a policy",
    address: "#/policies/example/no-latest?tab=expressions",
    prepare: async (page) => expect(page.getByText(/costs \d+ at most/).first()).toBeVisible(),
  },
  {
    name: "function in place of a webhook",
    address: "#/policies/example/webhook-function?tab=function",
    prepare: async (page) => expect(page.getByRole("button", { name: "Register", exact: true })).toBeVisible(),
  },
  {
    name: "hits of a policy",
    address: "#/policies/example/required-labels?tab=hits",
    prepare: async (page) => {
      const labels = { app: "bare" };
      const spec = { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: pod } };
      await ask(page, "POST", "/apis/apps/v1/namespaces/default/deployments", { metadata: { name: "bare" }, spec });
      await page.getByRole("button", { name: "Look again" }).click();
      await expect(rowWith(page, "Hits", "default/bare")).toBeVisible();
    },
  },
];
