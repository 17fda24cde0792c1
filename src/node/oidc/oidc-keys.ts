import { createPublicKey, type KeyObject } from "node:crypto";
import { get } from "node:https";
import { isRecord } from "../../apimachinery/is-record.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { serverProblem, trusting } from "../tls/trusting.ts";

/** A key of an issuer. */
export interface OidcKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** The keys of an issuer. */
export interface OidcKeys {
  /** Returns the keys with an id, or all for "". Rejects if the issuer cannot be asked. */
  find(id: string): Promise<readonly OidcKey[]>;
}

const leastMsBetween = 1_000;
const timeoutMs = 10_000;
const mostBytes = 1_000_000;

/** Where the keys of an issuer are. */
export interface KeySource {
  readonly issuerUrl: string;
  /** The address of the discovery document, if it is not the one below the issuer's. */
  readonly discoveryUrl?: string | undefined;
  /** The authorities of the issuer in PEM; undefined for those of the system. */
  readonly ca: string | undefined;
}

/**
 * The keys that an issuer publishes (oidc.RemoteKeySet): read when the first token comes, and again for a key that is
 * not known, at most once a second.
 */
export function createOidcKeys({ issuerUrl, discoveryUrl, ca }: KeySource, now: () => number): OidcKeys {
  const documentUrl = discoveryUrl ?? `${issuerUrl.replace(/\/$/, "")}${discoveryPath}`;
  let known: readonly OidcKey[] = [];
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    readAt = now();
    const { issuer, jwks_uri: address } = await fetchRecord(documentUrl, ca);
    if (issuer !== issuerUrl)
      throw new Error(
        `oidc: issuer did not match the issuer returned by provider, expected ${quoteGo(issuerUrl)} got ${quoteGo(String(issuer))}`,
      );
    const { keys } = await fetchRecord(String(address), ca);
    known = Array.isArray(keys) ? keys.filter(isRecord).flatMap(readKey) : [];
  };
  const withId = (id: string): readonly OidcKey[] => (id === "" ? known : known.filter((key) => key.id === id));
  return {
    async find(id) {
      const found = withId(id);
      if (found.length > 0) return found;
      if (reading === undefined && now() - readAt < leastMsBetween) return found;
      reading ??= read().finally(() => (reading = undefined));
      await reading;
      return withId(id);
    },
  };
}

const discoveryPath = "/.well-known/openid-configuration";

/** Returns a key for signatures; none for keys of another use or kind. */
function readKey(jwk: Readonly<Record<string, unknown>>): readonly OidcKey[] {
  if (jwk["use"] !== undefined && jwk["use"] !== "sig") return [];
  try {
    return [{ id: String(jwk["kid"] ?? ""), key: createPublicKey({ key: jwk, format: "jwk" }) }];
  } catch {
    return []; // an issuer may have keys of kinds that are not known here
  }
}

/** Reads a JSON object over HTTPS. Redirects are not followed. */
function fetchRecord(address: string, ca: string | undefined): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve, reject) => {
    if (!address.startsWith("https://")) return reject(new Error(`${quoteGo(address)} is not an https URL`));
    const options = {
      signal: AbortSignal.timeout(timeoutMs),
      agent: false,
      checkServerIdentity: serverProblem,
      ...(ca !== undefined && trusting(ca)),
    };
    const sent = get(address, options, (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      response.on("data", (part: Buffer) => {
        bytes += part.length;
        if (bytes > mostBytes) response.destroy(new Error(`the answer of ${address} is too large`));
        else parts.push(part);
      });
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode !== 200) return reject(new Error(`${address} answered ${response.statusCode}`));
        resolve(parsed(Buffer.concat(parts).toString("utf8")));
      });
    });
    sent.on("error", reject);
  });
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {}; // an answer that is not JSON has no keys
  }
}
