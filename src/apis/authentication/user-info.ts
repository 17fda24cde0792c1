import type { JsonObject } from "../../apimachinery/json/value.ts";
import type { UserInfo } from "../../apiserver/request/user.ts";

/** Returns a user as an authentication/v1 UserInfo, without empty fields. */
export const printUser = ({ name, uid, groups, extra }: UserInfo): JsonObject => ({
  ...(name !== "" && { username: name }),
  ...(uid !== "" && { uid }),
  ...(groups.length > 0 && { groups: [...groups] }),
  ...(Object.keys(extra).length > 0 && {
    extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])),
  }),
});
