import { sameName } from "./similar-output.ts";

const missing = /\b([a-z]+(?:\.[a-z0-9.-]+)?) "([a-z0-9.-]+)" not found/;
const namespaced = /\s(?:-n|--namespace)(?:=|\s+)(\S+)/;

/**
 * The names that a server generates: those of a page are of another cluster, and a reader puts in the own ones, which
 * differ in their endings only.
 */
export class GeneratedNames {
  /** Names in use, by those of the page. */
  readonly #names = new Map<string, string>();

  /** A command line with the names in use. */
  put(text: string): string {
    let own = text;
    for (const [shown, used] of this.#names) own = own.replaceAll(shown, used);
    return own;
  }

  /** Takes names from a line of output and from that which the page shows for it. */
  learn(expected: string, got: string): void {
    const [wanted, printed] = [expected.trim().split(/\s+/), got.trim().split(/\s+/)];
    if (wanted.length !== printed.length) return;
    for (const [i, name] of wanted.entries()) {
      const own = printed[i] ?? "";
      if (/^[a-z0-9.-]+$/.test(name) && name !== own && sameName(name, own)) this.#names.set(name, own);
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
