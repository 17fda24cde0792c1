import type { InputSource, Place, Tab } from "./driver.ts";
import { findElement, type FoundElement, type Sought } from "./find-element.ts";
import { until } from "./until.ts";

/** Keys by the code points that the WebDriver protocols give them. */
export const keys = {
  Control: "\uE009",
  Enter: "\uE007",
  Tab: "\uE004",
  Escape: "\uE00C",
  Backspace: "\uE003",
} as const;

type Point = { readonly x: number; readonly y: number };

/** What a reader does with a page or an embed in a frame: looks for elements by role, clicks, types and reads. */
export class Surface {
  readonly #tab: Tab;
  readonly #place: Place;
  #clicks = 0;

  constructor(tab: Tab, place: Place = "page") {
    this.#tab = tab;
    this.#place = place;
  }

  /** How often something was clicked. */
  get clicks(): number {
    return this.#clicks;
  }

  /** Calls a function of the page with arguments that JSON keeps, and returns its result. */
  async call<A extends readonly unknown[], R>(run: (...args: A) => R, ...args: A): Promise<Awaited<R>> {
    const written = args.map((arg) => JSON.stringify(arg) ?? "undefined").join(", ");
    return (await this.#tab.evaluate(`(${run.toString()})(${written})`, this.#place)) as Awaited<R>;
  }

  /** Clicks an element once it can be clicked: it is there, enabled, not covered, and does not move. */
  async click(sought: Sought): Promise<void> {
    let point: Point | undefined;
    await until(`there is ${JSON.stringify(sought)} to click on`, async () => {
      const found = await this.#find(sought, true);
      const before = point;
      point = found?.disabled === false ? found.point : undefined;
      return point !== undefined && point.x === before?.x && point.y === before.y;
    });
    const { x, y } = point ?? { x: 0, y: 0 };
    this.#clicks += 1;
    await this.#tab.perform(
      [
        {
          type: "pointer",
          id: "mouse",
          actions: [
            { type: "pointerMove", x, y },
            { type: "pointerDown", button: 0 },
            { type: "pointerUp", button: 0 },
          ],
        },
      ],
      this.#place,
    );
  }

  /** Moves the focus to a field. What loads beside it can move it away from a click, which a reader would repeat. */
  async #focus(sought: Sought): Promise<void> {
    const before = this.#clicks;
    await until(`${JSON.stringify(sought)} has the focus`, async () => {
      await this.click(sought);
      return (await this.#find(sought, false))?.focused === true;
    });
    this.#clicks = before + 1;
  }

  /** Replaces the text of a field. */
  async fill(sought: Sought, text: string): Promise<void> {
    await this.#focus(sought);
    await this.press("Control", "a");
    await this.press("Backspace");
    await this.insert(text);
    await this.waitUntil(sought, text);
  }

  /** Inserts a text where the focus is, as from the clipboard. */
  async insert(text: string): Promise<void> {
    await this.call((words) => document.execCommand("insertText", false, words), text);
  }

  /** Presses keys together, and releases them in reverse. */
  async press(...names: readonly string[]): Promise<void> {
    const values = names.map((name) => (name in keys ? keys[name as keyof typeof keys] : name));
    const input: InputSource = {
      type: "key",
      id: "keyboard",
      actions: [
        ...values.map((value) => ({ type: "keyDown", value }) as const),
        ...values.toReversed().map((value) => ({ type: "keyUp", value }) as const),
      ],
    };
    await this.#tab.perform([input], this.#place);
  }

  /** Returns the text of an element, or the value of a field; undefined if there is none. */
  async read(sought: Sought): Promise<string | undefined> {
    return (await this.#find(sought, false))?.text;
  }

  /** Waits until an element's text contains another. */
  async waitUntil(sought: Sought, text: string): Promise<void> {
    let seen: string | undefined;
    try {
      await until(`${JSON.stringify(sought)} says ${JSON.stringify(text)}`, async () => {
        seen = await this.read(sought);
        return seen?.includes(text) === true;
      });
    } catch (error) {
      throw new Error(`it says ${JSON.stringify(seen)}`, { cause: error });
    }
  }

  #find(sought: Sought, needsPoint: boolean): Promise<FoundElement | null> {
    return this.call(findElement, sought, needsPoint);
  }
}
