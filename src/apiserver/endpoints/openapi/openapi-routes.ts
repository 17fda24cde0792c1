import type { Answer, AnswerHeader } from "../../../component-base/exchange.ts";
import { parseAccept } from "../../codec/negotiation/accept.ts";
import { answer, emptyAnswer, notModified, withCacheControl } from "../output/answers.ts";
import { acceptsGzip } from "../output/compress.ts";
import type { Handler } from "../handler.ts";
import type { NonResourceRoute } from "../routes/non-resource-route.ts";
import type { RequestContext } from "../request-context.ts";
import { Pace } from "./pace.ts";
import {
  createServedDocuments,
  documentUrl,
  type DocumentForm,
  type ServedDocument,
  type ServedDocuments,
  type ServedDocumentsOptions,
  type ServedJson,
} from "./served-documents.ts";

/** The paths, for the index. */
export const openApiPaths: readonly string[] = ["/openapi/v2", "/openapi/v3", "/openapi/v3/"];

const yearMs = 365 * 24 * 60 * 60 * 1000;
const varyAccept: AnswerHeader = ["Vary", "Accept"];

/** The documents of extension servers beside those of this server. */
export interface OtherDocuments {
  v2(own: ServedDocuments, pace: Pace): Promise<ServedDocument>;
  v3Index(own: ServedDocuments, pace: Pace): Promise<ServedJson>;
  /** Returns what answers for a v3 document; undefined if no extension server has it. */
  v3(name: string): ((own: ServedDocuments, ctx: RequestContext, pace: Pace) => Answer | Promise<Answer>) | undefined;
}

/** The dependencies of the routes. */
export interface OpenApiRouteOptions extends ServedDocumentsOptions {
  /** Returns the documents of extension servers; undefined if there are none. */
  others(): OtherDocuments | undefined;
}

/** Serves /openapi/v2 and /openapi/v3 for any method (kube-openapi handler and handler3). */
export function createOpenApi({ others, ...options }: OpenApiRouteOptions): NonResourceRoute {
  const documents = createServedDocuments(options);
  const v2: Handler = async (ctx) => {
    const vary: AnswerHeader = ["Vary", "Accept-Encoding, Accept"];
    const form = formOf(ctx, 2);
    if (form === undefined) return emptyAnswer(ctx, 406, [vary]);
    const pace = new Pace(ctx.turns);
    const own = await documents();
    const document = await (others()?.v2(own, pace) ?? own.v2(pace));
    const sent = { body: await document.body(form, pace), mediaType: mediaTypeOf(form, 2) };
    const plain = content(ctx, document, sent, [vary]);
    if (plain.status !== 200 || !acceptsGzip(ctx.exchange.headers.get("Accept-Encoding"))) return plain;
    const headers: AnswerHeader[] = [...plain.headers, ["Content-Encoding", "gzip"]];
    return { ...plain, headers, body: await document.gzipped(form, pace) };
  };
  const index: Handler = async (ctx) => {
    const [own, pace] = [await documents(), new Pace(ctx.turns)];
    const document = await (others()?.v3Index(own, pace) ?? own.v3Index(pace));
    return content(ctx, document, { body: document.json, mediaType: "application/json" }, []);
  };
  return (path) => {
    if (path === "/openapi/v2") return v2;
    if (path === "/openapi/v3") return index;
    if (!path.startsWith("/openapi/v3/")) return undefined;
    const name = path.slice("/openapi/v3/".length);
    return async (ctx) => {
      const form = formOf(ctx, 3);
      if (form === undefined) return emptyAnswer(ctx, 406, [varyAccept]);
      const pace = new Pace(ctx.turns);
      const own = await documents();
      const document = await own.v3(name, pace);
      if (document === undefined) return others()?.v3(name)?.(own, ctx, pace) ?? emptyAnswer(ctx, 404, []);
      const body = await document.body(form, pace);
      return answerVersioned(ctx, name, document, { body, mediaType: mediaTypeOf(form, 3) });
    };
  };
}

/** The encoded form of a document. */
interface Sent {
  readonly body: string | Uint8Array;
  readonly mediaType: string;
}

const mediaTypeOf = (form: DocumentForm, version: 2 | 3): string =>
  form === "json" ? "application/json" : `application/com.github.proto-openapi.spec.v${version}.v1.0+protobuf`;

/** Returns the preferred format of Accept; protobuf also has an older media type. */
function formOf(ctx: RequestContext, version: 2 | 3): DocumentForm | undefined {
  for (const { type, subType } of parseAccept(ctx.exchange.headers.get("Accept") || "*/*")) {
    if (type !== "application" && type !== "*") continue;
    if (subType === "json" || subType === "*") return "json";
    const name = `com.github.proto-openapi.spec.v${version}`;
    if (subType === `${name}@v1.0+protobuf` || subType === `${name}.v1.0+protobuf`) return "protobuf";
  }
  return undefined;
}

/** Serves a document for the requested hash; redirects if the hash is outdated. */
export function answerVersioned(ctx: RequestContext, name: string, document: ServedJson, sent: Sent): Answer {
  const asked = ctx.query.get("hash")?.[0] ?? "";
  if (asked === "") return content(ctx, document, sent, [varyAccept]);
  if (asked !== document.hash) {
    return answer(ctx, 301, sent.mediaType, "", [
      ["Location", documentUrl(name, document.hash)],
      varyAccept,
      etagOf(document),
    ]);
  }
  const expires = new Date(ctx.clock.now() + yearMs).toUTCString();
  return withCacheControl(content(ctx, document, sent, [varyAccept, ["Expires", expires]]), "public, immutable");
}

const etagOf = ({ hash }: ServedJson): AnswerHeader => ["ETag", `"${hash}"`];

/** Returns the document, or 304 if the client has it already (http.ServeContent). */
function content(
  ctx: RequestContext,
  document: ServedJson,
  { body, mediaType }: Sent,
  more: readonly AnswerHeader[],
): Answer {
  const headers = [...more, etagOf(document)];
  const known = ctx.exchange.headers.get("If-None-Match");
  return known !== null && matchesEtag(known, document.hash)
    ? notModified(ctx, headers)
    : answer(ctx, 200, mediaType, body, headers);
}

/** Whether If-None-Match matches the hash, by weak comparison. */
const matchesEtag = (header: string, hash: string): boolean =>
  header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === `"${hash}"`);
