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
 * Who a request is from as a field manager: the one it names, or the User-Agent up to its first slash, printable and no
 * longer than 128 bytes (handlers.managerOrUserAgent).
 */
export const managerOrUserAgent = (manager: string, userAgent: string): string =>
  manager === "" ? prefixFromUserAgent(userAgent) : manager;
