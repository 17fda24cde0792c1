const hostsOfNetwork = 250;

/** Returns an address of the network of a node: `10.244.N.2` and on; further networks when it is full. */
const podAddress = (network: number, number: number): string =>
  `10.${244 + (Math.floor(number / hostsOfNetwork) % 12)}.${network}.${2 + (number % hostsOfNetwork)}`;

/** The addresses that the nodes have given to pods, by the keys of the pods. */
export class PodAddresses {
  readonly #byPod = new Map<string, string>();
  /** How many pods have each address: those on the network of their host share one. */
  readonly #counts = new Map<string, number>();

  get(key: string): string | undefined {
    return this.#byPod.get(key);
  }

  set(key: string, address: string): void {
    if (this.#byPod.get(key) === address) return;
    this.delete(key);
    this.#byPod.set(key, address);
    this.#counts.set(address, (this.#counts.get(address) ?? 0) + 1);
  }

  delete(key: string): void {
    const address = this.#byPod.get(key);
    if (address === undefined) return;
    this.#byPod.delete(key);
    const count = (this.#counts.get(address) ?? 0) - 1;
    if (count > 0) this.#counts.set(address, count);
    else this.#counts.delete(address);
  }

  /** Gives a pod the first address of a network that no pod has, and that is not in use elsewhere; returns it. */
  allocate(key: string, network: number, isInUse: (address: string) => boolean): string {
    for (let number = 0; ; number++) {
      const address = podAddress(network, number);
      if (this.#counts.has(address) || isInUse(address)) continue;
      this.set(key, address);
      return address;
    }
  }
}
