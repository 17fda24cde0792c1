import { expect, type Page } from "@playwright/test";
import type { View } from "./policy-views.ts";
import { rowWith } from "./open-page.ts";

const list = "#/objects/core/v1/configmaps";
const object = `${list}/default/settings?tab=overview`;

/** Opens the menu of a button, and waits for one of its actions. */
const openMenu = async (page: Page, button: RegExp | string, action: RegExp | string): Promise<void> => {
  await page.getByRole("button", { name: button }).first().click();
  await expect(page.getByRole("menuitem", { name: action })).toBeVisible();
};

const menuView = (name: string, address: string, button: RegExp | string, action: RegExp | string): View => ({
  name,
  address,
  prepare: (page) => openMenu(page, button, action),
});

/** Menus, dialogs and suggestions that are open above a view. */
export const floatingViews: readonly View[] = [
  {
    name: "menu of a row",
    address: list,
    onlyWide: true,
    prepare: async (page) => {
      await rowWith(page, "ConfigMap", "settings").getByRole("button", { name: "Actions on settings" }).click();
      await expect(page.getByRole("menu", { name: "Actions on settings" })).toBeVisible();
    },
  },
  menuView("menu of an object", object, "More actions", "Explain ConfigMap"),
  menuView("menu of themes", object, "Theme", /^Dark/),
  menuView("menu of sharing", object, "Share", /^Embed this view/),
  menuView("examples of requests", "#/requests", "Examples", "Get it"),
  {
    name: "suggested paths",
    address: "#/requests/new?m=GET&t=",
    prepare: async (page) => {
      await page.getByRole("combobox", { name: "Path" }).fill("/api/v1/namespaces/default/conf");
      await expect(page.getByRole("listbox", { name: "Paths" })).toBeVisible();
    },
  },
  {
    name: "tooltip",
    address: list,
    onlyWide: true,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Help", exact: true }).hover();
      await expect(page.locator(".kp-tooltip")).toBeVisible();
    },
  },
  {
    name: "dialog about the page",
    address: "#/server",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Help", exact: true }).click();
      await expect(page.getByRole("dialog", { name: "Kubepad" })).toBeVisible();
    },
  },
  {
    name: "question before deletion",
    address: object,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Delete…" }).click();
      await expect(page.getByRole("dialog", { name: /^Delete/ })).toBeVisible();
    },
  },
];
