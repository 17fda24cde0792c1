import { isRecord } from "../../apimachinery/is-record.ts";
import type { Remedy } from "../diagnosis.ts";
import { textAt } from "../fields.ts";
import { withParameter } from "./options.ts";
import type { AnsweredRequest, Finding, Refused } from "./refused.ts";

const json = "application/json";

/** The media types that a 406 or a 415 lists; a server that answers by its routes alone lists none. */
const typesIn = (message: string): readonly string[] =>
  /media types (?:include|are accepted): (.*)$/s
    .exec(message)?.[1]
    ?.split(",")
    .map((type) => type.trim()) ?? [];

/** Explains that the server writes none of the accepted media types, and takes one that it writes. */
export function notAcceptable({ status: { message = "" } }: Refused): Finding {
  const types = typesIn(message);
  const accept = types.find((type) => type === json) ?? types[0] ?? json;
  const remedies: readonly Remedy[] = [{ kind: "request", words: `Accept ${accept}`, accept }];
  const offered =
    types.length === 0 ? /Available representations: ([^;]*)(?:, [^,]*;|$)/s.exec(message)?.[1] : types.join(", ");
  const because =
    offered === undefined ? message : `the server writes none of the types that are accepted; it writes ${offered}`;
  return { situation: "request-accepts-other-media-type", state: "Not acceptable", because, remedies };
}

/** Explains that the server does not read the media type of the body, and takes one that fits it. */
export function unsupportedMediaType({ status: { message = "" }, request }: Refused): Finding {
  const accepted = typesIn(message);
  const remedies = typesFor(request).filter(
    ({ contentType = "" }) => accepted.length === 0 || accepted.includes(contentType),
  );
  return {
    situation: "request-of-other-media-type",
    state: "Unsupported media type",
    because:
      accepted.length > 0
        ? `the server does not read the type of the body; it reads ${accepted.join(", ")}`
        : request.method === "PATCH"
          ? "the Content-Type of a patch names the kind of patch, and this one names none"
          : message,
    remedies:
      remedies.length > 0
        ? remedies
        : [{ kind: "advice", words: "Say in Content-Type how the body is written, and send an object" }],
  };
}

type SameRequest = Extract<Remedy, { readonly kind: "request" }>;

/** The same request with media types that fit its body. */
function typesFor({ method, path, body }: AnsweredRequest): readonly SameRequest[] {
  const sentAs = (contentType: string, parts: Partial<SameRequest> = {}): SameRequest => ({
    kind: "request",
    words: `Send it as ${contentType}`,
    contentType,
    ...parts,
  });
  if (method !== "PATCH") return isRecord(body) ? [sentAs(json)] : [];
  if (Array.isArray(body)) return [sentAs("application/json-patch+json")];
  if (!isRecord(body)) return [];
  const merge = sentAs("application/merge-patch+json");
  if (textAt(body, "apiVersion") === "" || textAt(body, "kind") === "") return [merge];
  const hasManager = new URLSearchParams(path.split("?")[1] ?? "").has("fieldManager");
  return [
    merge,
    sentAs("application/apply-patch+yaml", hasManager ? {} : { target: withParameter(path, "fieldManager", "me") }),
  ];
}
