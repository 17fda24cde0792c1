import { nearestWord } from "../apimachinery/edit-distance.ts";
import { sameName } from "./similar-output.ts";

const missing = /\b([a-z]+(?:\.[a-z0-9.-]+)?) "([a-z0-9.-]+)" not found/;
const namespaced = /\s(?:-n|--namespace)(?:=|\s+)(\S+)/;

const address = /^(?:\d{1,3}\.){3}\d{1,3}(?=(?::\d+)?$)/;
/** What a reader puts in that is known here. */
export const fillable = /<(?:(?:your|my|insert|the)[-_ ])?(node|pod)(?:[-_ ]?name)?(?:[-_ ]here)?>/i;
/** What nodes are called; one of these in a page is of its own cluster. */
const nodeName = /node|worker|minikube|host|machine/;

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

  /** Nodes in use, by those of the page. */
  readonly #nodes = new Map<string, string>();

  /** A text of the page with the nodes in use. */
  putNodes(text: string): string {
    let own = text;
    for (const [shown, used] of this.#nodes)
      own = own.replace(new RegExp(`(?<![\\w.])${escaped(shown)}(?!\\w|\\.\\w)`, "g"), used);
    return own;
  }

  /**
   * A command line with nodes and pods in place of what a reader puts in for them, `<node-name>`: the first node, and
   * the newest pod of the namespace. Undefined if there is none.
   */
  async fill(text: string, run: (line: string) => Promise<string>): Promise<string | undefined> {
    const [all, kind] = fillable.exec(text) ?? [];
    if (all === undefined) return text;
    const [, namespace] = namespaced.exec(text) ?? [];
    const ofNodes = /node/i.test(kind ?? "");
    const list = ofNodes ? "nodes" : `pods --sort-by=.metadata.creationTimestamp`;
    const listed = await run(`kubectl get ${list} -o name${namespace === undefined ? "" : ` -n ${namespace}`}`);
    const names = namesOf(listed);
    const name = ofNodes ? names[0] : names.at(-1);
    return name === undefined ? undefined : this.fill(text.replaceAll(all, name), run);
  }

  /** A command line with the names in use. */
  put(text: string): string {
    let own = this.putNodes(text);
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
    const names = namesOf(listed);
    if (resource === "nodes" && nodeName.test(name)) return this.#findNode(name, names);
    const own = names.find((each) => sameName(name, each));
    if (own !== undefined) this.#names.set(name, own);
    return own !== undefined;
  }

  /** Takes a node for one of another cluster: one that is only written otherwise, or the next that is still free. */
  #findNode(name: string, names: readonly string[]): boolean {
    const letters = (text: string): string => text.replaceAll(/[^a-z0-9]/g, "");
    const same = names.find((each) => letters(each) === letters(name));
    if (same === undefined && nearestWord(name, names) !== undefined) return false;
    const used = new Set(this.#nodes.values());
    const own = same ?? names.find((each) => !used.has(each));
    if (own !== undefined) this.#nodes.set(name, own);
    return own !== undefined;
  }
}

/** The names that `kubectl get -o name` prints. */
const namesOf = (listed: string): readonly string[] =>
  listed
    .split("\n")
    .filter((line) => /^[a-z][\w.]*\/[\w.-]+$/.test(line))
    .map((line) => line.slice(line.indexOf("/") + 1));
