import { messageOf } from "../../apimachinery/message-of.ts";
import type { UserInfo } from "../request/user.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import { parseCsv } from "./csv.ts";

/**
 * Parses a token file of kube-apiserver with records of the form `token,user,uid[,"group1,group2"]`; `path` is used in
 * errors. Throws a ConfigurationError if it is malformed. Empty tokens are ignored; the last record of a token wins.
 */
export function parseTokenFile(text: string, path: string): ReadonlyMap<string, UserInfo> {
  const users = new Map<string, UserInfo>();
  for (const record of recordsOf(text)) {
    const [token, name, uid, groups] = record;
    if (token === undefined || name === undefined || uid === undefined) {
      throw new ConfigurationError(
        `token file '${path}' must have at least 3 columns (token, user name, user uid), found ${record.length}`,
      );
    }
    if (token !== "") users.set(token, { name, uid, groups: groups === undefined ? [] : groups.split(","), extra: {} });
  }
  return users;
}

function recordsOf(text: string): readonly (readonly string[])[] {
  try {
    return parseCsv(text);
  } catch (cause) {
    throw new ConfigurationError(messageOf(cause), { cause });
  }
}
