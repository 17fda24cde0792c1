import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Which of axe's rules are asked. */
export type AxeRules = "all" | "colours" | "not colours";

/** What axe finds that keeps people out, as lines. */
export async function seriousProblems(
  page: Page,
  rules: AxeRules,
  excluded: readonly string[] = [],
): Promise<readonly string[]> {
  // Without the legacy mode, axe opens a page for each analysis, for frames of other origins; the app has none.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  if (rules === "colours") axe.withRules("color-contrast");
  if (rules === "not colours") axe.disableRules("color-contrast");
  for (const selector of excluded) axe.exclude(selector);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.slice(0, 300) ?? ""}`),
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
