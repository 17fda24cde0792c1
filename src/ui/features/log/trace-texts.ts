import type { TraceRef } from "../../../component-base/trace.ts";
import { bookkeeping, changesBetween, type Change } from "../../data/changes.ts";
import type { Page } from "../../state/page.ts";

/** Compares two texts of a trace; undefined if one of them is no longer kept. */
export async function loadChange(
  page: Page,
  before: TraceRef | undefined,
  after: TraceRef | undefined,
): Promise<readonly Change[] | undefined> {
  const [old, next] = await Promise.all([textOf(page, before), textOf(page, after)]);
  if ((before !== undefined && old === undefined) || (after !== undefined && next === undefined)) return undefined;
  return changesBetween(parsed(old), parsed(next), bookkeeping);
}

/** Returns a text of a trace; undefined if there is none, or it is no longer kept. */
export const textOf = async (page: Page, ref: TraceRef | undefined): Promise<string | undefined> =>
  ref === undefined ? undefined : page.inspect.traceText(ref.id);

/** Parses a stored object, whose text may lack the opening brace, kind and apiVersion. */
function parsed(text: string | undefined): unknown {
  if (text === undefined || text === "") return undefined;
  try {
    return JSON.parse(text.startsWith("{") ? text : `{${text}`);
  } catch {
    return text;
  }
}
