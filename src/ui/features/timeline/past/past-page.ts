import type { Inspector } from "../../../../client/inspector.ts";
import type { BesidePage, Moment, Page, Past } from "../../../state/page.ts";
import { createPastHandle } from "./past-handle.ts";
import { createReadWrites, PastPosition } from "./past-position.ts";

/** The page of the past, and what moves it. */
export interface PastPage extends BesidePage {
  readonly position: PastPosition;
}

/** Opens the page of the past of a page's server at a revision. */
export function openPast(now: Page, moment: Moment): PastPage {
  const writes = createReadWrites(now.inspect);
  const position = new PastPosition(moment, writes);
  const handle = createPastHandle({ handle: now.handle, past: position, writes });
  const { page, end } = now.guests.inPast(now, { handle, inspect: inPast(now.inspect, position), past: position });
  return { page, position, end: () => (end(), position.end()) };
}

/** The Inspector of a page that shows the past: the time of the world is that of the revision, and nothing changes. */
function inPast(inspect: Inspector, past: Past): Inspector {
  const refuse = (): Promise<never> =>
    Promise.reject(new Error(`Revision ${past.get().revision} is shown, and nothing is changed from there.`));
  return {
    ...inspect,
    async worldTime() {
      const time = await inspect.worldTime();
      return { ...time, paused: true, now: past.get().at ?? time.now };
    },
    changeWorldTime: refuse,
    stepWorld: refuse,
    advanceWorld: refuse,
    import: refuse,
    reset: refuse,
    changeSettings: refuse,
    setAuditPolicy: refuse,
  };
}
