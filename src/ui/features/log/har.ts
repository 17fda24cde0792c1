import type { Trace, TracedMessage } from "../../../component-base/trace.ts";
import { headerOf } from "../../data/send.ts";
import { splitTarget } from "../../kube/resource.ts";
import type { Page } from "../../state/page.ts";
import { statusLine } from "../../data/words.ts";
import { textOf } from "./trace-texts.ts";
import { serveAddress } from "../../kube/serve-address.ts";

const httpVersion = "HTTP/1.1";

/** Returns requests as an HTTP archive (HAR 1.2), the oldest first, with the bodies that are still kept. */
export async function harOf(page: Page, traces: readonly Trace[]): Promise<unknown> {
  const oldestFirst = traces.toSorted((a, b) => a.at - b.at);
  const entries = await Promise.all(oldestFirst.map((trace) => entryOf(page, trace)));
  return { log: { version: "1.2", creator: { name: "Kubepad", version: "1.34" }, entries } };
}

async function entryOf(page: Page, trace: Trace): Promise<unknown> {
  const { method, target, request, answer, status, at, durationUs } = trace;
  const [sent, received] = await Promise.all([textOf(page, request.body), textOf(page, answer.body)]);
  const time = durationUs / 1000;
  const queryString = [...new URLSearchParams(splitTarget(target)[1])].map(([name, value]) => ({ name, value }));
  return {
    startedDateTime: new Date(at).toISOString(),
    time,
    request: {
      method,
      url: serveAddress + target,
      httpVersion,
      cookies: [],
      headers: headersOf(request),
      queryString,
      headersSize: -1,
      bodySize: sent?.length ?? 0,
      ...(sent !== undefined && { postData: { mimeType: typeOf(request), text: sent } }),
    },
    response: {
      status,
      statusText: statusLine(status).replace(/^\d+ /, ""),
      httpVersion,
      cookies: [],
      headers: headersOf(answer),
      content: { size: trace.bytes, mimeType: typeOf(answer), ...(received !== undefined && { text: received }) },
      redirectURL: "",
      headersSize: -1,
      bodySize: trace.bytes,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
  };
}

const headersOf = ({ headers }: TracedMessage) => headers.map(([name, value]) => ({ name, value }));

const typeOf = ({ headers }: TracedMessage): string => headerOf(headers, "content-type") ?? "";
