import { trim } from "../../apimachinery/trim.ts";

/** The prefix of all keys of API objects in the store. */
const root = "/registry/";
/** Keys of data of the server itself. In etcd they are below the prefix, too, where no resource has this name. */
const ownRoot = "/kubepad/";

/** Returns the end of the range of all keys with a prefix that ends in a slash (clientv3.GetPrefixRangeEnd). */
export const endOfPrefix = (prefix: string): string => `${prefix.slice(0, -1)}0`;

/** Converts between the keys of a store and those of an etcd with a prefix (--etcd-prefix). */
export class KeyLayout {
  /** The prefix with a slash at its end. */
  readonly prefix: string;

  constructor(prefix: string) {
    this.prefix = `/${trim(prefix, "/")}/`.replace("//", "/");
  }

  toEtcd(key: string): string {
    if (this.prefix === root && key.startsWith(root)) return key;
    return key.startsWith(root) ? this.prefix + key.slice(root.length) : this.prefix + key.slice(1);
  }

  /** Returns the key of the store; undefined for keys outside of the prefix. */
  fromEtcd(key: string): string | undefined {
    if (!key.startsWith(this.prefix)) return undefined;
    if (key.startsWith(ownRoot.slice(1), this.prefix.length)) return key.slice(this.prefix.length - 1);
    // most often the same: a million keys are not copied
    return this.prefix === root ? key : root + key.slice(this.prefix.length);
  }
}
