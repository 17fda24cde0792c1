import type { Page } from "@playwright/test";
import { keys } from "../browsers/surface.ts";
import type { InputSource, KeyAction, PointerAction, Tab } from "../browsers/driver.ts";

/** The names of keys by their code points; Playwright names them alike. */
const keyNames = new Map<string, string>(Object.entries(keys).map(([name, codePoint]) => [codePoint, name]));

async function press(page: Page, { type, value }: KeyAction): Promise<void> {
  const key = keyNames.get(value) ?? value;
  await (type === "keyDown" ? page.keyboard.down(key) : page.keyboard.up(key));
}

async function point(page: Page, action: PointerAction): Promise<void> {
  if (action.type === "pointerMove") await page.mouse.move(action.x, action.y);
  else await (action.type === "pointerDown" ? page.mouse.down() : page.mouse.up());
}

/** A page of Playwright as a tab, for what is done in every browser. */
export const tabOf = (page: Page): Tab => ({
  goTo: async (url) => void (await page.goto(url)),
  evaluate: (expression) => page.evaluate(expression),
  async perform(input: readonly InputSource[]) {
    for (const source of input) {
      if (source.type === "key") for (const action of source.actions) await press(page, action);
      else for (const action of source.actions) await point(page, action);
    }
  },
  picture: () => page.screenshot(),
  close: () => page.close(),
});
