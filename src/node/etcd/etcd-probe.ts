import { messageOf } from "../../apimachinery/message-of.ts";
import type { EtcdClient } from "./etcd-client.ts";

/** How long an answer is waited for (storagebackend.DefaultHealthcheckTimeout). */
const timeoutMs = 2000;

/**
 * Asks an etcd whether it answers, as the health checks of kube-apiserver do (factory.newETCD3Check): at most once in
 * half of the timeout, in between the last answer holds.
 */
export class EtcdProbe {
  readonly #client: Pick<EtcdClient, "range">;
  readonly #key: string;
  #asked = -Infinity;
  #answer: Promise<string | undefined> = Promise.resolve(undefined);

  constructor(client: Pick<EtcdClient, "range">, key: string) {
    this.#client = client;
    this.#key = key;
  }

  /** Resolves to why it does not answer, or to undefined. */
  ask(): Promise<string | undefined> {
    const now = performance.now();
    if (now - this.#asked < timeoutMs / 2) return this.#answer;
    this.#asked = now;
    return (this.#answer = this.#client.range({ key: this.#key }, timeoutMs).then(
      () => undefined,
      (error: unknown) => `error getting data from etcd: ${messageOf(error)}`,
    ));
  }
}
