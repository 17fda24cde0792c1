/** The view that a message came from, and when. */
export interface Origin {
  readonly view: string;
  readonly at: number;
}

/** What is read of a message. */
interface Message {
  readonly id: string;
  readonly type?: string | undefined;
}

/** The type of a message that is about the whole page, and stays when another view is opened. */
export const ofPage = "page";

/** How long before a view is opened what is said is already about it, in milliseconds. */
const aheadMs = 1000;

/**
 * Says which messages end, since the view that they came from is no longer shown: all but those of the page, and those
 * that came right before the view that is shown now. Returns the origins of the others.
 */
export function followView(
  messages: readonly Message[],
  known: ReadonlyMap<string, Origin>,
  view: string,
  now: number,
): { readonly origins: ReadonlyMap<string, Origin>; readonly ended: readonly string[] } {
  const origins = new Map<string, Origin>();
  const ended: string[] = [];
  for (const { id, type } of messages) {
    const origin = known.get(id) ?? { view, at: now };
    const isOver = origin.view !== view && type !== ofPage && now - origin.at > aheadMs;
    if (isOver) ended.push(id);
    else origins.set(id, type === ofPage ? origin : { ...origin, view });
  }
  return { origins, ended };
}
