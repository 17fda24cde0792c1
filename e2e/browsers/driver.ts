/** A key or a point, as the WebDriver protocols take them: https://www.w3.org/TR/webdriver2/#actions. */
export type InputSource =
  | { readonly type: "key"; readonly id: string; readonly actions: readonly KeyAction[] }
  | { readonly type: "pointer"; readonly id: string; readonly actions: readonly PointerAction[] };

export type KeyAction = { readonly type: "keyDown" | "keyUp"; readonly value: string };

export type PointerAction =
  | { readonly type: "pointerMove"; readonly x: number; readonly y: number }
  | { readonly type: "pointerDown" | "pointerUp"; readonly button: 0 };

/** Which document of a tab: its page, or the frame with an index among those of the page. */
export type Place = "page" | number;

/** A tab of a browser. */
export interface Tab {
  /** Loads an address and resolves once the document has loaded. */
  goTo(url: string): Promise<void>;
  /** Evaluates an expression, awaits its value, and returns it as JSON keeps it. Rejects with what it throws. */
  evaluate(expression: string, place?: Place): Promise<unknown>;
  /** Moves the pointer, in coordinates of the document, and presses keys. */
  perform(input: readonly InputSource[], place?: Place): Promise<void>;
  /** Returns a picture of the viewport as PNG. */
  picture(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A started browser with a new profile. */
export interface Browser {
  readonly name: string;
  readonly version: string;
  openTab(): Promise<Tab>;
  /** Gives the tabs a viewport of this size. */
  resize(width: number, height: number): Promise<void>;
  /** Ends the browser and removes its profile. */
  close(): Promise<void>;
}

/** Wraps an expression so that the outcome crosses any protocol as one text. */
export const asOutcome = (expression: string): string =>
  `(async () => { try { return JSON.stringify({ value: await (${expression}) }); } ` +
  `catch (error) { return JSON.stringify({ error: String(error) }); } })()`;

/** Returns the value of an outcome, or throws its error. */
export function valueOf(outcome: unknown): unknown {
  const { value, error }: { readonly value?: unknown; readonly error?: string } = JSON.parse(String(outcome));
  if (error !== undefined) throw new Error(error);
  return value;
}

interface SizedTab extends Tab {
  resize(size: { readonly width: number; readonly height: number }): Promise<void>;
}

interface DrivenBrowser<Opened extends SizedTab> {
  readonly name: string;
  /** What the browser tells of itself when the session begins. */
  readonly capabilities: unknown;
  /** Opens a tab that calls `closed` when it is closed. */
  readonly open: (closed: () => void) => Promise<Opened>;
  readonly close: () => Promise<void>;
}

/** A browser whose tabs have the size that was set last. */
export function browserOf<Opened extends SizedTab>({
  name,
  capabilities,
  open,
  close,
}: DrivenBrowser<Opened>): Browser {
  const size = { width: 1440, height: 900 };
  const tabs = new Set<Opened>();
  return {
    name,
    version: String(Reflect.get(Object(capabilities), "browserVersion")),
    async openTab() {
      const tab = await open(() => tabs.delete(tab));
      tabs.add(tab);
      await tab.resize(size);
      return tab;
    },
    async resize(width, height) {
      Object.assign(size, { width, height });
      for (const tab of tabs) await tab.resize(size);
    },
    close,
  };
}
