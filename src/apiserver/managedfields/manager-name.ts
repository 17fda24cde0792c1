import { byteLength, isPrintable } from "../../apimachinery/go-strings.ts";
import { memoText } from "../../component-base/memo.ts";

const maxLength = 128;

const prefixFromUserAgent = memoText((userAgent) => {
  const slash = userAgent.indexOf("/");
  let name = "";
  let length = 0;
  for (const rune of slash < 0 ? userAgent : userAgent.slice(0, slash)) {
    if (!isPrintable(rune)) continue;
    length += byteLength(rune);
    if (length > maxLength) return name;
    name += rune;
  }
  return name;
});

/**
 * Returns the field manager of a request: the `fieldManager` parameter, or the User-Agent up to the first slash,
 * limited to printable characters and 128 bytes (handlers.managerOrUserAgent).
 */
export const managerOrUserAgent = (manager: string, userAgent: string): string =>
  (manager === "" ? prefixFromUserAgent(userAgent) : manager).toWellFormed();
