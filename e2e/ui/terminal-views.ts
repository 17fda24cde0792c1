import { expect, type Page } from "@playwright/test";
import type { View } from "./policy-views.ts";

/** The field for the next command. */
export const commandLine = (page: Pick<Page, "getByRole">) => page.getByRole("textbox", { name: "Command line" });

/** A command of the transcript with its output, the last one of this text. */
export const entryOf = (page: Pick<Page, "getByRole">, text: string) =>
  page.getByRole("log").getByRole("article", { name: text, exact: true }).last();

/** Runs a command and returns its entry, once it has ended with an exit code. */
export async function run(page: Pick<Page, "getByRole">, text: string, code = 0) {
  await commandLine(page).fill(text);
  await commandLine(page).press("Enter");
  const entry = entryOf(page, text);
  await expect(entry).toBeVisible();
  await expect(entry).not.toHaveAttribute("data-running");
  await expect(entry.getByText(/^exit code/)).toHaveText(code === 0 ? [] : [`exit code ${code}`]);
  return entry;
}

/** Opens the field of the terminal on any screen. */
async function openTerminal(page: Page): Promise<void> {
  await expect(commandLine(page)).toBeVisible();
}

/** The views of the terminal that axe looks at. */
export const terminalViews: readonly View[] = [
  { name: "empty terminal", address: "#/terminal", prepare: openTerminal },
  {
    name: "explained command",
    address: "#/terminal?explained",
    prepare: async (page) => {
      await openTerminal(page);
      await run(page, "kubectl get configmap none", 1);
      const entry = await run(page, "kubectl label configmap settings colour=blue --overwrite");
      await entry.getByRole("button", { name: "Explain this command" }).click();
      await expect(entry.getByRole("region", { name: "What the command sent" })).toBeVisible();
    },
  },
  {
    name: "completions",
    address: "#/terminal?completions",
    prepare: async (page) => {
      await commandLine(page).fill("kubectl get con");
      await commandLine(page).press("Tab");
      await expect(page.getByRole("listbox", { name: "Completions" })).toBeVisible();
    },
  },
];
