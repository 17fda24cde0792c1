import type { Answer, AnswerHeader } from "../../../component-base/exchange.ts";
import { parseAccept } from "../../codec/negotiation/accept.ts";
import { answer, answerHeaders, notModified } from "../answers.ts";
import type { Handler } from "../handler.ts";
import type { NonResourceRoute } from "../non-resource-route.ts";
import type { RequestContext } from "../request-context.ts";
import { createServedDocuments, documentUrl, type ServedDocument, type ServedDocumentsOptions } from "./served-documents.ts";

const yearMs = 365 * 24 * 60 * 60 * 1000;
const varyAccept: AnswerHeader = ["Vary", "Accept"];

/** Serves /openapi/v2 and /openapi/v3, whatever the method is (kube-openapi handler and handler3). */
export function createOpenApi(options: ServedDocumentsOptions): NonResourceRoute {
  const documents = createServedDocuments(options);
  const v2: Handler = async (ctx) => {
    const vary: AnswerHeader = ["Vary", "Accept-Encoding, Accept"];
    if (!acceptsJson(ctx)) return notAcceptable(ctx, vary);
    const document = (await documents()).v2();
    return compressed(ctx, document, content(ctx, document, [vary]));
  };
  const index: Handler = async (ctx) => content(ctx, (await documents()).v3Index(), []);
  return (path) => {
    if (path === "/openapi/v2") return v2;
    if (path === "/openapi/v3") return index;
    if (!path.startsWith("/openapi/v3/")) return undefined;
    const name = path.slice("/openapi/v3/".length);
    return async (ctx) => {
      if (!acceptsJson(ctx)) return notAcceptable(ctx, varyAccept);
      const document = (await documents()).v3(name);
      return document === undefined ? empty(ctx, 200, [varyAccept]) : versioned(ctx, name, document);
    };
  };
}

const acceptsJson = (ctx: RequestContext): boolean =>
  parseAccept(ctx.exchange.headers.get("Accept") || "*/*").some(({ type, subType }) => (type === "application" || type === "*") && (subType === "json" || subType === "*"));

const empty = (ctx: RequestContext, status: number, more: readonly AnswerHeader[]): Answer => ({
  status,
  headers: answerHeaders(ctx, "", more).filter(([name]) => name !== "Content-Type"),
  body: "",
});

const notAcceptable = (ctx: RequestContext, vary: AnswerHeader): Answer => empty(ctx, 406, [vary]);

/** A document in the state that the hash names; other states are elsewhere. */
function versioned(ctx: RequestContext, name: string, document: ServedDocument): Answer {
  const asked = ctx.query.get("hash")?.[0] ?? "";
  if (asked === "") return content(ctx, document, [varyAccept]);
  if (asked !== document.hash) {
    return answer(ctx, 301, "application/json", "", [["Location", documentUrl(name, document.hash)], varyAccept, etagOf(document)]);
  }
  const expires = new Date(ctx.clock.now() + yearMs).toUTCString();
  const found = content(ctx, document, [varyAccept, ["Expires", expires]]);
  return { ...found, headers: found.headers.map(([header, value]) => (header === "Cache-Control" ? [header, "public, immutable"] : [header, value])) };
}

const zipped = new WeakMap<ServedDocument, Promise<Uint8Array>>();

/** Version 2 is compressed for whoever takes gzip, once for all of them. */
async function compressed(ctx: RequestContext, document: ServedDocument, plain: Answer): Promise<Answer> {
  if (plain.status !== 200 || !/(?:^|,)\s*gzip\s*(?:,|;(?!\s*q=0(?:\.0*)?\s*(?:,|$))|$)/.test(ctx.exchange.headers.get("Accept-Encoding") ?? "")) return plain;
  const bytes = zipped.get(document) ?? gzip(document.text);
  zipped.set(document, bytes);
  return { ...plain, headers: [...plain.headers, ["Content-Encoding", "gzip"]], body: await bytes };
}

async function gzip(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const etagOf = ({ hash }: ServedDocument): AnswerHeader => ["ETag", `"${hash}"`];

/** The text, unless the client has it already (http.ServeContent). */
function content(ctx: RequestContext, document: ServedDocument, more: readonly AnswerHeader[]): Answer {
  const headers = [...more, etagOf(document)];
  const known = ctx.exchange.headers.get("If-None-Match");
  return known !== null && matchesEtag(known, document.hash) ? notModified(ctx, headers) : answer(ctx, 200, "application/json", document.text, headers);
}

/** Tags are compared weakly. */
const matchesEtag = (header: string, hash: string): boolean => header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === `"${hash}"`);
