/** What the name of a proxied object says: `name`, `name:port` or `scheme:name:port`. */
export interface SchemeNamePort {
  readonly name: string;
  /** A number or a name; "" if there is none. */
  readonly port: string;
}

const schemes: ReadonlySet<string> = new Set(["", "http", "https"]);

/** Splits the name of a proxied object; returns undefined for an invalid one (net.SplitSchemeNamePort). */
export function splitSchemeNamePort(id: string): SchemeNamePort | undefined {
  const parts = id.split(":");
  const [scheme = "", name = "", port = ""] = parts.length === 3 ? parts : ["", ...parts];
  return parts.length > 3 || name === "" || !schemes.has(scheme) ? undefined : { name, port };
}
