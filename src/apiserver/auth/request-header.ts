import type { HeaderReader } from "../../component-base/exchange.ts";
import { isListed } from "../../component-base/exchange.ts";
import type { UserInfo } from "../request/user.ts";
import { withAuthenticatedGroup } from "./authenticators.ts";

/** The beginning of the headers that hold the extra of a user. */
export const remoteExtraPrefix = "x-remote-extra-";

/**
 * Returns the user whom a trusted front proxy names in the headers; undefined if it names none
 * (headerrequest.requestHeaderAuthRequestHandler with kubeadm's header names).
 */
export function requestHeaderUser(headers: HeaderReader): UserInfo | undefined {
  const name = headers.get("X-Remote-User") ?? "";
  if (name === "") return undefined;
  const groups: string[] = [];
  const extra = new Map<string, string[]>();
  for (const [header, value] of isListed(headers) ? headers : []) {
    const lower = header.toLowerCase();
    if (lower === "x-remote-group" && value !== "") groups.push(value);
    if (!lower.startsWith(remoteExtraPrefix)) continue;
    const key = unescapeKey(lower.slice(remoteExtraPrefix.length));
    extra.set(key, [...(extra.get(key) ?? []), value]);
  }
  const uid = headers.get("X-Remote-Uid") ?? "";
  return withAuthenticatedGroup({ name, uid, groups, extra: Object.fromEntries(extra) });
}

/** A key that is not escaped correctly is taken as it is. */
function unescapeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
