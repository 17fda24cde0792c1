import axeCore from "axe-core";
import type { Page } from "@playwright/test";

/** Which of axe's rules are asked. */
export type AxeRules = "all" | "colours" | "not colours";

/**
 * What axe finds that keeps people out, as lines. axe stays in the page between analyses, since it takes as long to
 * compile it as to analyse a page.
 */
export async function seriousProblems(
  page: Page,
  rules: AxeRules,
  excluded: readonly string[] = [],
): Promise<readonly string[]> {
  if (await page.evaluate(() => !("axe" in globalThis))) await page.evaluate(axeCore.source);
  return page.evaluate(
    async ([asked, left]) => {
      const options = {
        resultTypes: ["violations"] satisfies ["violations"],
        ...(asked === "colours" && { runOnly: ["color-contrast"] }),
        ...(asked === "not colours" && { rules: { "color-contrast": { enabled: false } } }),
      };
      const axe = Reflect.get(globalThis, "axe") as typeof axeCore;
      const { violations } = await axe.run({ exclude: [...left] }, options);
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .flatMap(({ id, nodes }) =>
          nodes.map(
            ({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.slice(0, 300) ?? ""}`,
          ),
        );
    },
    [rules, excluded] as const,
  );
}

/**
 * Changes the theme, and waits until the editors have followed: they do when a frame tells them of the change, the rest
 * of the page at once.
 */
export async function changeTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.bringToFront();
  await page.emulateMedia({ colorScheme });
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
