import axeCore from "axe-core";
import type { Page } from "@playwright/test";

/** Which of axe's rules are asked. */
export type AxeRules = "all" | "colours" | "not colours";

/** A colour of axe's, of which its declarations say nothing. */
interface AxeColour {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(text: string): AxeColour;
}

/**
 * axe reads the same few colours thousands of times, which is a quarter of the time of an analysis: lets it read each
 * once. Runs inside the page.
 */
function readColoursOnce({ commons }: { readonly commons: { color: { Color: { prototype: AxeColour } } } }): void {
  const { prototype } = commons.color.Color;
  const { parseString } = prototype;
  const known = new Map<string, Pick<AxeColour, "r" | "g" | "b" | "alpha">>();
  prototype.parseString = function (this: AxeColour, text) {
    const read = known.get(text);
    if (read !== undefined) return Object.assign(this, read);
    parseString.call(this, text);
    const { r, g, b, alpha } = this;
    known.set(text, { r, g, b, alpha });
    return this;
  };
}

/**
 * axe is compiled for browsers without private fields: each is a WeakMap, and a third of the time of an analysis goes
 * by looking into them. Has the script keep them as properties of their objects.
 */
const withFieldsInObjects = (script: string): string => `(() => {
  class FieldSet {
    key = Symbol("field");
    add(object) {
      object[this.key] = true;
      return this;
    }
    has(object) {
      return this.key in object;
    }
  }
  class FieldMap extends FieldSet {
    get(object) {
      return object[this.key];
    }
    set(object, value) {
      object[this.key] = value;
      return this;
    }
  }
  ${script.replaceAll(/(?<=\b_\w+ = new )Weak(?=(?:Map|Set)\(\))/g, "Field")}
})();`;

/**
 * What axe finds in a page or a frame, without the frames in it, as lines. axe stays there between analyses, since it
 * takes as long to compile it as to analyse a page.
 */
export async function axeProblems(
  page: Pick<Page, "evaluate">,
  rules: AxeRules,
  excluded: readonly string[] = [],
): Promise<readonly string[]> {
  if (await page.evaluate(() => !("axe" in globalThis)))
    await page.evaluate(`${withFieldsInObjects(axeCore.source)} (${String(readColoursOnce)})(axe)`);
  return page.evaluate(
    async ([asked, left]) => {
      const options = {
        resultTypes: ["violations"] satisfies ["violations"],
        ...(asked === "colours" && { runOnly: ["color-contrast"] }),
        ...(asked === "not colours" && { rules: { "color-contrast": { enabled: false } } }),
      };
      const axe = Reflect.get(globalThis, "axe") as typeof axeCore;
      const { violations } = await axe.run({ exclude: [...left] }, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.slice(0, 300) ?? ""}`),
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
  await nextFrames(page);
}

/** Waits until what the next frame brings is drawn. */
export const nextFrames = (page: Pick<Page, "evaluate">): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
