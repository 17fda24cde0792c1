import { StatusError } from "../apimachinery/errors.ts";
import type { Client } from "../client/client.ts";
import { type ServedResource, supports } from "../client/discovery.ts";
import type { NamedObject } from "../kubectl/session.ts";

/** Kinds without namespaces of which the server makes objects by itself when others are stored. */
const madeByServer = new Set(["APIService", "IPAddress", "ServiceCIDR"]);

/** Which objects a server has, as far as that is known: those that were put into it, and those of its own. */
export class StoredNames {
  readonly #objects: Set<string>;
  /** How often objects of kinds without namespaces were sent, by their group and kind. */
  readonly #sent = new Map<string, number>();
  /** The kinds without namespaces of which all names are known. */
  readonly #listed = new Set<string>();

  /** Begins with what is known of the server that this one is a fork of. */
  constructor(known?: StoredNames) {
    this.#objects = new Set(known === undefined ? [] : known.#objects);
  }

  /** Adds an object, whose namespace counts if its kind is in namespaces. */
  add(kind: string, namespace: string, name: string): void {
    this.#objects.add(objectKey(kind, namespace, name));
    this.#objects.add(objectKey(kind, "", name));
  }

  /** Whether no object of a name is there; false where that is not known. */
  isAbsent({ group, kind, namespace, name }: NamedObject): boolean {
    const isKnown = namespace === "" ? this.#listed.has(`${group} ${kind}`) : /^(?!kube-)\w[\w.-]*$/.test(namespace);
    const isPlain = /^(?!kubernetes$)\w[\w.-]*$/.test(name);
    return isPlain && isKnown && !this.#objects.has(objectKey(kind, namespace, name));
  }

  /**
   * Asks for all names of a kind without namespaces when its second object is sent: the server has objects of its own
   * of such kinds, and asking once costs less than asking for each. A kind that cannot be listed stays unknown.
   */
  async learn(client: Client, resource: ServedResource): Promise<void> {
    if (resource.namespaced || !supports(resource, "list") || madeByServer.has(resource.kind)) return;
    const key = `${resource.group} ${resource.kind}`;
    const sent = (this.#sent.get(key) ?? 0) + 1;
    this.#sent.set(key, sent);
    if (sent !== 2) return;
    const found = await client.list({ ...resource, namespace: "" }).catch(asUnlisted);
    if (found === undefined) return;
    for (const { metadata } of found.items) this.add(resource.kind, "", metadata.name ?? "");
    this.#listed.add(key);
  }
}

function asUnlisted(error: unknown): undefined {
  if (!(error instanceof StatusError)) throw error;
}

const objectKey = (kind: string, namespace: string, name: string): string => `${kind} ${namespace}/${name}`;
