import type { UserInfo } from "../request/user.ts";
import { parseCsv } from "./csv.ts";

/**
 * Reads kube-apiserver's token file (`token,user,uid[,"group1,group2"]` a record); `path` is for the error. Throws
 * where it is malformed,
 * passes over empty tokens; of several records with one token the last counts.
 */
export function parseTokenFile(text: string, path: string): ReadonlyMap<string, UserInfo> {
  const users = new Map<string, UserInfo>();
  for (const record of parseCsv(text)) {
    const [token, name, uid, groups] = record;
    if (token === undefined || name === undefined || uid === undefined) {
      throw new Error(
        `token file '${path}' must have at least 3 columns (token, user name, user uid), found ${record.length}`,
      );
    }
    if (token !== "") users.set(token, { name, uid, groups: groups === undefined ? [] : groups.split(","), extra: {} });
  }
  return users;
}
