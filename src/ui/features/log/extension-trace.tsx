import type { ReactNode } from "react";
import type { Trace } from "../../../component-base/trace.ts";
import { useLatestAnswer } from "../../data/use-answer.ts";
import { formatMs, statusLine } from "../../data/words.ts";
import { readTarget } from "../../kube/resource.ts";
import { usePage, type Page } from "../../state/page.ts";

/**
 * What the extension server did with a request, by its own trace: there is one if that is a server of this page. The
 * hop keeps the audit id.
 */
export function ExtensionTrace({
  trace,
  draw,
}: {
  readonly trace: Trace;
  /** Draws the stages of the other trace. */
  readonly draw: (trace: Trace) => ReactNode;
}) {
  const page = usePage();
  const found = useLatestAnswer(() => findTrace(page, trace), [page, trace]);
  if (found === undefined || found === "none") return null;
  return (
    <details className="kp-extension-trace">
      <summary>
        What the extension server did: {statusLine(found.status)} in {formatMs(found.durationUs / 1000)}, as{" "}
        <code>{found.user}</code>
      </summary>
      {draw(found)}
    </details>
  );
}

async function findTrace(page: Page, { requestId, target }: Trace): Promise<Trace | "none"> {
  const parts = readTarget(target);
  if (parts === undefined) return "none";
  const inspect = await page.registrations.inspectApiServer(`${parts.version}.${parts.group}`);
  const traces = (await inspect?.traces(0)) ?? [];
  return traces.findLast((other) => other.requestId === requestId) ?? "none";
}
