import { sameName } from "./similar-output.ts";

const missing = /\b([a-z]+(?:\.[a-z0-9.-]+)?) "([a-z0-9.-]+)" not found/;
const namespaced = /\s(?:-n|--namespace)(?:=|\s+)(\S+)/;

const address = /^(?:\d{1,3}\.){3}\d{1,3}(?=(?::\d+)?$)/;
const escaped = (text: string): string => text.replaceAll(".", "\\.");

/**
 * The names that a server generates: those of a page are of another cluster, and a reader puts in the own ones, which
 * differ in their endings only. Addresses that were printed are put in as well.
 */
export class GeneratedNames {
  /** Names in use, by those of the page. */
  readonly #names = new Map<string, string>();
  /** Addresses in use, by those of the page. */
  readonly #addresses = new Map<string, string>();

  /** A command line with the names in use. */
  put(text: string): string {
    let own = text;
    for (const [shown, used] of this.#names) own = own.replaceAll(shown, used);
    const shown = [...this.#addresses.keys()].map(escaped).join("|");
    if (shown === "") return own;
    return own.replace(new RegExp(`(?<![\\d.])(?:${shown})(?![\\d.])`, "g"), (all) => this.#addresses.get(all) ?? all);
  }

  /** Takes names and addresses from a line of output and from that which the page shows for it. */
  learn(expected: string, got: string): void {
    const [wanted, printed] = [expected.trim().split(/\s+/), got.trim().split(/\s+/)];
    if (wanted.length !== printed.length) return;
    for (const [i, name] of wanted.entries()) {
      const own = printed[i] ?? "";
      const [[ip], [ownIp]] = [address.exec(name) ?? [], address.exec(own) ?? []];
      if (ip !== undefined && ownIp !== undefined) this.#addresses.set(ip, ownIp);
      else if (/^[a-z0-9.-]+$/.test(name) && name !== own && sameName(name, own)) this.#names.set(name, own);
    }
  }

  /** Looks for the name that a line has not found; resolves with whether there is one like it. */
  async find(text: string, output: string, run: (line: string) => Promise<string>): Promise<boolean> {
    const [, resource, name = ""] = missing.exec(output) ?? [];
    if (resource === undefined || !text.includes(name)) return false;
    const [, namespace] = namespaced.exec(text) ?? [];
    const listed = await run(`kubectl get ${resource} -o name${namespace === undefined ? "" : ` -n ${namespace}`}`);
    const own = listed
      .split("\n")
      .map((line) => line.slice(line.indexOf("/") + 1))
      .find((each) => each !== "" && sameName(name, each));
    if (own !== undefined) this.#names.set(name, own);
    return own !== undefined;
  }
}
