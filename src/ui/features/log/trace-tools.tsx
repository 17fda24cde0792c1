import type { Trace } from "../../../component-base/trace.ts";
import { headerOf } from "../../data/send.ts";
import { Button } from "../../design/button.tsx";
import { CopyRequestMenu } from "../../shared/copy-request-menu.tsx";
import { usePage, type Page } from "../../state/page.ts";
import { consoleAddress, navigate, logAddress } from "../../state/route.ts";
import { textOf } from "./trace-texts.ts";

/** Headers that belong to the page or to the connection, not to the request. */
const ownHeaders: ReadonlySet<string> = new Set([
  "user-agent",
  "authorization",
  "host",
  "connection",
  "content-length",
]);

/** Repeats, edits and copies a request of the log. */
export function TraceTools({ trace }: { readonly trace: Trace }) {
  const page = usePage();
  const isRead = trace.method === "GET" || trace.method === "HEAD";
  const open = (send: boolean) => void addressOf(page, trace, send).then((address) => navigate(address));
  return (
    <>
      {isRead ? (
        <Button size="small" icon="refresh" onClick={() => open(true)}>
          Repeat
        </Button>
      ) : null}
      <Button size="small" icon="edit" onClick={() => open(false)}>
        Edit and send
      </Button>
      <CopyRequestMenu
        request={async () => ({
          method: trace.method,
          target: trace.target,
          headers: trace.request.headers.filter(([name]) => !ownHeaders.has(name.toLowerCase())),
          body: (await textOf(page, trace.request.body)) ?? "",
        })}
        address={async () => logAddress(trace.requestId)}
      />
    </>
  );
}

/** The address of the console with the request. */
async function addressOf(page: Page, { method, target, request }: Trace, send: boolean): Promise<string> {
  const type = headerOf(request.headers, "content-type");
  const body = await textOf(page, request.body);
  return consoleAddress({
    method,
    target,
    ...(body !== undefined && { body }),
    ...(type !== undefined && { type }),
    ...(send && { send }),
  });
}
