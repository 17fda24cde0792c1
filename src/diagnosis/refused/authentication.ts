import { bytesOfBase64Url } from "../../apimachinery/base64.ts";
import { numberAt, textAt } from "../fields.ts";
import { ago } from "../words.ts";
import type { Finding, Refused } from "./refused.ts";

/** The payload of a JSON web token; undefined for other tokens. */
function claimsOf(token: string): unknown {
  const [, payload = "", ...rest] = token.split(".");
  if (rest.length !== 1) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytesOfBase64Url(payload)));
  } catch {
    return undefined;
  }
}

/** Explains that a token was not accepted. */
export async function unauthenticated({ request: { token = "" }, reading }: Refused): Promise<Finding> {
  const state = "Unauthorized";
  if (token === "")
    return {
      situation: "request-without-token",
      state,
      because: "the request carries no token, and the server lets nobody in without one",
    };
  const claims = claimsOf(token);
  const expires = numberAt(claims, "exp");
  const now = reading.now();
  if (expires !== undefined && expires * 1000 <= now) {
    const age = ago(new Date(expires * 1000).toISOString().replace(/\.\d+Z$/, "Z"), now);
    return { situation: "request-token-expired", state, because: `the token expired ${age} ago` };
  }
  const subject = /^system:serviceaccount:([^:]+):(.+)$/.exec(textAt(claims, "sub"));
  const [, namespace = "", name = ""] = subject ?? [];
  const id = { group: "", kind: "ServiceAccount", namespace, name };
  if (subject !== null && (await reading.isMissing(id)))
    return {
      situation: "request-token-of-missing-account",
      state,
      because: `the token is of the ServiceAccount ${namespace}/${name}, which does not exist`,
      evidence: [{ kind: "missing", object: id }],
    };
  const why = claims === undefined ? "no user has it" : "its signature, audience or issuer is not this server's";
  return { situation: "request-token-refused", state, because: `the server does not accept the token: ${why}` };
}
