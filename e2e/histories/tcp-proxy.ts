import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { once } from "node:events";

/** A way to a port of this machine that can be cut. */
export class TcpProxy {
  readonly #target: number;
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #state: "open" | "closed" | "stalled" = "open";

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer((near) => this.#join(near));
  }

  /** Listens on a port of its own. */
  static async open(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await once(proxy.#server.listen(0, "127.0.0.1"), "listening");
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port; // it listens on a port
  }

  /** Ends all connections, and all that come. */
  cut(): void {
    this.#state = "closed";
    this.#endAll();
  }

  /** Passes nothing on, without a sign to either side. */
  stall(): void {
    this.#state = "stalled";
    for (const [near, far] of this.#pairs) {
      near.unpipe(far).pause();
      far.unpipe(near).pause();
    }
  }

  /** Passes everything on again. What was sent meanwhile arrives late. */
  heal(): void {
    this.#state = "open";
    for (const pair of this.#pairs) pipe(...pair);
  }

  async close(): Promise<void> {
    this.#endAll();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(near: Socket): void {
    if (this.#state === "closed") return void near.destroy();
    const far = connect(this.#target, "127.0.0.1");
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    const end = (): void => {
      near.destroy();
      far.destroy();
      this.#pairs.delete(pair);
    };
    for (const socket of pair) socket.setNoDelay().once("close", end).on("error", end);
    if (this.#state === "open") pipe(near, far);
  }

  #endAll(): void {
    for (const [near, far] of this.#pairs) {
      near.destroy();
      far.destroy();
    }
  }
}

function pipe(near: Socket, far: Socket): void {
  near.pipe(far);
  far.pipe(near);
}
