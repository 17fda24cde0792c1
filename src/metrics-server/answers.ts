import { messageOf } from "../apimachinery/message-of.ts";
import { failure, newBadRequest, newMethodNotSupported, StatusError } from "../apimachinery/errors.ts";
import { type FieldSelector, parseFieldSelector } from "../apimachinery/fields/selector.ts";
import { parseLabelSelector } from "../apimachinery/labels/parse.ts";
import { everything, type LabelSelector } from "../apimachinery/labels/selector.ts";
import type { Answer, Exchange } from "../component-base/exchange.ts";

/** A request for metrics, read off its target. */
export interface MetricsRequest {
  readonly group: string;
  readonly version: string;
  /** What follows the version in the path. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  /** Whether the answer is to be a Table. */
  readonly asTable: boolean;
}

const jsonAnswer = (status: number, value: unknown): Answer => ({
  status,
  headers: [
    ["Cache-Control", "no-cache, private"],
    ["Content-Type", "application/json"],
  ],
  body: `${JSON.stringify(value)}\n`,
});

const pageNotFound: Answer = {
  status: 404,
  headers: [["Content-Type", "text/plain; charset=utf-8"]],
  body: "404 page not found\n",
};

/** Reads a request; undefined if it is for no group version. */
function readRequest({ target, headers }: Exchange): MetricsRequest | undefined {
  const [path = "", query = ""] = target.split("?", 2);
  const [root, group = "", version = "", ...parts] = path.split("/").filter((part) => part !== "");
  if (root !== "apis" || version === "") return undefined;
  const [first = ""] = (headers.get("Accept") ?? "").split(",");
  const asTable = /;\s*as=Table(?:;|$)/.test(first);
  return { group, version, parts: parts.map(decodeURIComponent), query: new URLSearchParams(query), asTable };
}

/** Answers a request with what `find` returns, or with the Status that it throws; 404 if it returns nothing. */
export async function answerMetrics(
  exchange: Exchange,
  find: (request: MetricsRequest) => Promise<object | undefined>,
): Promise<Answer> {
  try {
    const request = readRequest(exchange);
    if (request === undefined) return pageNotFound;
    const { group, parts, query } = request;
    const isWatch = ["true", "1"].includes(query.get("watch") ?? "");
    if (exchange.method !== "GET" || isWatch)
      throw newMethodNotSupported(
        { group, resource: parts[0] ?? "" },
        isWatch ? "watch" : exchange.method.toLowerCase(),
      );
    const found = await find(request);
    return found === undefined ? pageNotFound : jsonAnswer(200, found);
  } catch (error) {
    const { status } = error instanceof StatusError ? error : failure(500, "InternalError", messageOf(error));
    return jsonAnswer(status.code ?? 500, status);
  }
}

/** Returns the selector of labels in a parameter; throws BadRequest if it is none. */
export function labelSelectorOf(query: URLSearchParams, parameter = "labelSelector"): LabelSelector {
  const text = query.get(parameter) ?? "";
  return text === "" ? everything : orBadRequest(() => parseLabelSelector(text));
}

/** Returns the selector of fields; throws BadRequest if it is none. */
export const fieldSelectorOf = (query: URLSearchParams): FieldSelector =>
  orBadRequest(() => parseFieldSelector(query.get("fieldSelector") ?? ""));

function orBadRequest<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw newBadRequest(messageOf(error));
  }
}
