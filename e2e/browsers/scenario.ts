import type { Browser } from "./driver.ts";
import type { Pad } from "./pad.ts";

/** Something that people do with the page, in any browser. */
export interface Scenario {
  /** A sentence that says what has to hold. */
  readonly title: string;
  /** Does it in the tabs of a browser, on an origin that nobody has visited. Rejects if anything is otherwise. */
  run(browser: Browser, pad: Pad): Promise<void>;
}
