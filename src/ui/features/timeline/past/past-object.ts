import { failureStatus } from "../../../../apimachinery/errors.ts";
import { formatGroupResource } from "../../../../apimachinery/gvk.ts";
import { isRecord } from "../../../../apimachinery/is-record.ts";
import { PlainHeaders } from "../../../../client/plain-headers.ts";
import { isListed, type Answer, type Exchange, type Handle } from "../../../../component-base/exchange.ts";
import type { TargetParts } from "../../../kube/resource.ts";
import { newStatusAnswer } from "../../../../worker/link/unavailable.ts";
import { headerOf, readText } from "../../../data/send.ts";

const json = "application/json";

/** Returns headers that ask of a list what was asked of an object. */
function headersOfList({ headers }: Exchange): Exchange["headers"] {
  if (!isListed(headers)) return headers;
  return new PlainHeaders(
    [...headers].map(([name, value]) =>
      name.toLowerCase() === "accept"
        ? [name, value.replaceAll(/as=PartialObjectMetadata(?=;|,|$)/g, "as=PartialObjectMetadataList")]
        : [name, value],
    ),
  );
}

/** Reads a list on behalf of a request for something else. */
export const readList = (handle: Handle, exchange: Exchange, target: string): Promise<Answer> =>
  handle({ ...exchange, method: "GET", target, headers: headersOfList(exchange), body: null });

/** Returns the text of the only object of a list, as if it had been asked for alone; undefined if there is none. */
export function onlyObject(text: string): string | undefined {
  const list: unknown = JSON.parse(text);
  if (!isRecord(list)) return undefined;
  if (list["kind"] === "Table") return Array.isArray(list["rows"]) && list["rows"].length > 0 ? text : undefined;
  const item: unknown = Array.isArray(list["items"]) ? list["items"][0] : undefined;
  if (!isRecord(item)) return undefined;
  // The text is kept as it is: numbers are not those of JavaScript.
  const own = text.slice(text.indexOf('"items":[') + '"items":['.length, text.lastIndexOf("]")).trim();
  if (typeof item["kind"] === "string") return own;
  const kind = String(list["kind"]).replace(/List$/, "");
  return `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(list["apiVersion"])},${own.slice(1)}`;
}

/** Answers a request for an object by a list that holds it alone. */
export async function answerObject(
  handle: Handle,
  exchange: Exchange,
  list: { readonly target: string; readonly parts: TargetParts; readonly name: string; readonly revision: number },
): Promise<Answer> {
  const answer = await readList(handle, exchange, list.target);
  if (answer.status >= 300) return answer;
  const type = headerOf(answer.headers, "content-type") ?? json;
  if (!type.startsWith(json))
    return newStatusAnswer(406, "NotAcceptable", `an object of revision ${list.revision} is read as JSON only`);
  const text = onlyObject(await readText(answer.body));
  if (text === undefined) return notFound(list);
  return { ...answer, headers: answer.headers.filter(([name]) => name.toLowerCase() !== "content-length"), body: text };
}

function notFound({ parts, name, revision }: Parameters<typeof answerObject>[2]): Answer {
  const message = `${formatGroupResource(parts)} "${name}" not found at revision ${revision}`;
  const details = { name, group: parts.group, kind: parts.resource };
  const status = failureStatus(404, "NotFound", message, details);
  return { status: 404, headers: [["Content-Type", json]], body: JSON.stringify(status) };
}
