import type { HeaderReader } from "../../component-base/exchange.ts";

const dotted = /^\d{1,3}(\.\d{1,3}){3}$/;
const hexadecimal = /^[0-9a-f:.]+$/i;

/** Returns the IP address in Go's canonical form, or undefined if the text is not an address. */
function parseAddress(text: string): string | undefined {
  if (dotted.test(text))
    return text.split(".").every((part) => Number(part) <= 255) ? text.split(".").map(Number).join(".") : undefined;
  if (!text.includes(":") || !hexadecimal.test(text)) return undefined;
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(text);
  if (mapped !== null) return parseAddress(mapped[1] ?? "");
  try {
    return new URL(`http://[${text}]`).hostname.slice(1, -1);
  } catch {
    return undefined; // not an address
  }
}

/**
 * Returns the source addresses of a request: those in the headers set by proxies, then the address of the peer
 * (net.SourceIPs).
 */
export function sourceIps(headers: HeaderReader, remoteAddress: string | undefined): readonly string[] {
  const found = (headers.get("X-Forwarded-For") ?? "").split(",").flatMap((text) => parseAddress(text.trim()) ?? []);
  const real = parseAddress(headers.get("X-Real-Ip") ?? "");
  if (real !== undefined && !found.includes(real)) found.push(real);
  const remote = parseAddress(remoteAddress ?? "");
  if (remote !== undefined && remote !== found.at(-1)) found.push(remote);
  return found;
}
