/** An in-memory implementation of exclusive Web Locks: queues, `ifAvailable`, `steal` and aborting, as specified. */
export class FakeLocks implements LockManager {
  readonly #held = new Map<string, { steal(): void; release(): void }>();
  readonly #queues = new Map<string, (() => void)[]>();

  /** Whether the browser denies locks, as in frames whose storage is blocked. */
  denied = false;

  /** Ends the holder of a lock, as closing its tab does: the holder's promise never settles. */
  drop(name: string): void {
    this.#held.get(name)?.release();
  }

  /** The names of the held locks. */
  get names(): readonly string[] {
    return [...this.#held.keys()];
  }

  isHeld(name: string): boolean {
    return this.#held.has(name);
  }

  query(): Promise<LockManagerSnapshot> {
    return Promise.resolve({ held: [...this.#held.keys()].map((name) => ({ name })), pending: [] });
  }

  request<T>(name: string, callback: LockGrantedCallback<T>): Promise<Awaited<T>>;
  request<T>(name: string, options: LockOptions, callback: LockGrantedCallback<T>): Promise<Awaited<T>>;
  async request<T>(
    name: string,
    second: LockOptions | LockGrantedCallback<T>,
    third?: LockGrantedCallback<T>,
  ): Promise<Awaited<T>> {
    const options = typeof second === "function" ? {} : second;
    const callback = typeof second === "function" ? second : third;
    if (callback === undefined) throw new TypeError("a callback is needed");
    await Promise.resolve();
    if (this.denied) throw new DOMException("Access to the Locks API is denied in this context.", "SecurityError");
    if (options.steal === true) this.#held.get(name)?.steal();
    else if (options.ifAvailable === true && this.#held.has(name)) return await callback(null);
    else await this.#turn(name, options.signal);
    return await this.#run(name, callback);
  }

  async #turn(name: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (!this.#held.has(name)) return;
    await new Promise<void>((resolve, reject) => {
      const queue = this.#queues.get(name) ?? [];
      this.#queues.set(name, queue);
      queue.push(resolve);
      signal?.addEventListener("abort", () => {
        const at = queue.indexOf(resolve);
        if (at < 0) return;
        queue.splice(at, 1);
        reject(new DOMException("The request was aborted.", "AbortError"));
      });
    });
  }

  #run<T>(name: string, callback: LockGrantedCallback<T>): Promise<Awaited<T>> {
    return new Promise<Awaited<T>>((resolve, reject) => {
      const holder = {
        steal: () => reject(new DOMException("The lock was stolen.", "AbortError")),
        release: () => {
          if (this.#held.get(name) !== holder) return;
          this.#held.delete(name);
          this.#queues.get(name)?.shift()?.();
        },
      };
      this.#held.set(name, holder);
      const work = async (): Promise<Awaited<T>> => await callback({ name, mode: "exclusive" });
      work().finally(holder.release).then(resolve, reject);
    });
  }
}
