import { remoteExtraPrefix } from "../apiserver/auth/request-header.ts";
import type { UserInfo } from "../apiserver/request/user.ts";
import type { AnswerHeader } from "../component-base/exchange.ts";

const names: ReadonlySet<string> = new Set(["x-remote-user", "x-remote-uid", "x-remote-group"]);

/** Reports whether a header would tell an extension server who the user is. */
export const namesUser = (header: string): boolean => {
  const name = header.toLowerCase();
  return names.has(name) || name.startsWith(remoteExtraPrefix);
};

/** Returns the headers by which a front proxy names the user (transport.SetAuthProxyHeaders). */
export const userHeaders = ({ name, uid, groups, extra }: UserInfo): readonly AnswerHeader[] => [
  ["X-Remote-User", name],
  ...(uid === "" ? [] : [["X-Remote-Uid", uid] as const]),
  ...groups.map((group) => ["X-Remote-Group", group] as const),
  ...Object.entries(extra).flatMap(([key, values]) =>
    values.map((value) => [`X-Remote-Extra-${escapeKey(key)}`, value] as const),
  ),
];

/** Escapes the bytes of a key that a header name cannot have, and the percent sign (headerKeyEscape). */
const escapeKey = (key: string): string =>
  Array.from(new TextEncoder().encode(key), (byte) => {
    const char = String.fromCharCode(byte);
    return /[A-Za-z0-9!#$&'*+\-.^_`|~]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
