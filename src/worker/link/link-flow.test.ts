import { afterEach, describe, expect, it } from "vitest";
import { inPieces, isStream } from "../../component-base/exchange.ts";
import { creditWindow } from "./protocol.ts";
import {
  ask,
  closeClients,
  connect,
  createSource,
  ok,
  readRequest,
  settle,
  statusOf,
  textOf,
} from "../testing/exchanges.ts";

afterEach(closeClients);

describe("backpressure", () => {
  it("stops the server's stream while nobody reads, and goes on when someone does", async () => {
    const { seen, body } = createSource("x".repeat(10_000), 200);
    const { handle } = connect(() => Promise.resolve(ok(body)));
    const answer = await handle(ask("/watch"));
    await settle();
    expect(seen.produced).toBeGreaterThan(10);
    expect(seen.produced * 10_000).toBeLessThan(creditWindow + 20_000);
    expect((await textOf(answer.body)).length).toBe(2_000_000);
  });

  it("stops the client's stream while the server does not read", async () => {
    let release = (): void => undefined;
    const wait = new Promise<void>((resolve) => (release = resolve));
    const { handle } = connect(async ({ body }) => {
      await wait;
      return ok(String(await readRequest(body)));
    });
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (pulled++ < 100 ? controller.enqueue(new Uint8Array(10_000)) : controller.close()),
    });
    const answer = handle(ask("/post", { method: "POST", body }));
    await settle();
    expect(pulled * 10_000).toBeLessThan(creditWindow + 40_000);
    release();
    expect((await answer).body).toBe("1000000");
  });

  it("counts many small chunks as well as few large ones", async () => {
    const { seen, body } = createSource("", 1_000_000);
    const { handle } = connect(() => Promise.resolve(ok(body)));
    await handle(ask("/watch"));
    await settle();
    expect(seen.produced).toBeLessThan(5000);
  });

  it("lets a chunk pass that is larger than the window", async () => {
    const { body } = createSource("x".repeat(creditWindow * 3), 2);
    const { handle } = connect(() => Promise.resolve(ok(body)));
    expect((await textOf((await handle(ask("/"))).body)).length).toBe(creditWindow * 6);
  });
});

describe("aborts", () => {
  it("reach the server's signal and release its stream", async () => {
    const abort = new AbortController();
    const { seen, body } = createSource("x".repeat(100_000), 1000);
    let signal: AbortSignal | undefined;
    const { handle, server } = connect((exchange) => {
      signal = exchange.signal;
      return Promise.resolve(ok(body));
    });
    const answer = await handle(ask("/watch", { signal: abort.signal }));
    abort.abort();
    await settle();
    expect([signal?.aborted, seen.returned, server.pending]).toEqual([true, true, 0]);
    expect((await textOf(answer.body)).length).toBeLessThan(1_000_000);
  });

  it("before the answer resolve at once", async () => {
    const abort = new AbortController();
    const { handle } = connect(() => new Promise(() => undefined));
    const answer = handle(ask("/slow", { signal: abort.signal }));
    abort.abort();
    expect((await answer).status).toBe(499);
    expect((await handle(ask("/slow", { signal: abort.signal }))).status).toBe(499);
  });

  it("let go of a stream that the server answers with too late", async () => {
    const abort = new AbortController();
    let finish = (): void => undefined;
    let returned = false;
    const body: AsyncIterableIterator<string> = {
      [Symbol.asyncIterator]: () => body,
      next: () => new Promise(() => undefined),
      return: () => {
        returned = true;
        return Promise.resolve({ done: true, value: undefined });
      },
    };
    const { handle } = connect(() => new Promise((resolve) => (finish = () => resolve(ok(body)))));
    void handle(ask("/slow", { signal: abort.signal }));
    await settle();
    abort.abort();
    await settle();
    finish();
    await settle();
    expect(returned).toBe(true);
  });

  it("happen when the reader returns early", async () => {
    const { seen, body } = createSource("x".repeat(1000), 100_000);
    const { handle, server } = connect(() => Promise.resolve(ok(body)));
    const answer = await handle(ask("/watch"));
    if (!isStream(answer.body)) throw new Error("expected a stream");
    for await (const _chunk of answer.body) break;
    await settle();
    expect([seen.returned, server.pending]).toEqual([true, 0]);
  });

  it("cancel the request's stream", async () => {
    const abort = new AbortController();
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({ cancel: () => void (cancelled = true) });
    const { handle } = connect(() => new Promise(() => undefined));
    void handle(ask("/post", { method: "POST", body, signal: abort.signal }));
    await settle();
    abort.abort();
    await settle();
    expect(cancelled).toBe(true);
  });
});

describe("failures", () => {
  it("of the server's stream break the body off", async () => {
    async function* events() {
      yield "half";
      throw new Error("the disk is on fire");
    }
    const { handle } = connect(() => Promise.resolve(ok(events())));
    const answer = await handle(ask("/"));
    await expect(textOf(answer.body)).rejects.toThrow("the disk is on fire");
  });

  it("of a handle become a Status", async () => {
    const { handle } = connect(() => Promise.reject(new Error("boom")));
    expect(await statusOf(await handle(ask("/")))).toMatchObject({
      code: 500,
      reason: "InternalError",
      message: "Internal error occurred: boom",
    });
  });

  it("of the link answer 503 to whoever waits, end streams and break off lists", async () => {
    const { body: events } = createSource("x".repeat(100_000), 1000);
    const { body: made } = createSource("x".repeat(100_000), 1000);
    const { handle, client } = connect(({ target }) => {
      if (target === "/watch") return Promise.resolve(ok(events));
      if (target === "/pieces") return Promise.resolve(ok(inPieces(made)));
      return target === "/list"
        ? Promise.resolve(ok(Array.from({ length: 100 }, () => "x".repeat(100_000))))
        : new Promise(() => undefined);
    });
    const [watch, list, pieces] = await Promise.all([
      handle(ask("/watch")),
      handle(ask("/list")),
      handle(ask("/pieces")),
    ]);
    const waiting = handle(ask("/slow"));
    client.lose("the tab that led is gone");
    expect(await statusOf(await waiting)).toMatchObject({
      code: 503,
      reason: "ServiceUnavailable",
      message: "the tab that led is gone",
    });
    expect((await textOf(watch.body)).length).toBeLessThan(1_000_000);
    await expect(textOf(list.body)).rejects.toThrow("the tab that led is gone");
    await expect(textOf(pieces.body)).rejects.toThrow("the tab that led is gone");
    expect((await handle(ask("/later"))).status).toBe(503);
  });

  it("of the server's end abort what it does, answer 503 and end its streams", async () => {
    const signals: AbortSignal[] = [];
    const { seen, body } = createSource("x".repeat(1000), 100_000);
    const { handle, server } = connect(({ signal, target }) => {
      signals.push(signal);
      return target === "/watch" ? Promise.resolve(ok(body)) : new Promise(() => undefined);
    });
    const watch = await handle(ask("/watch"));
    const slow = handle(ask("/slow"));
    await settle();
    server.close("the server stops");
    expect(await statusOf(await slow)).toMatchObject({ code: 503, message: "the server stops" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    await textOf(watch.body);
    expect([seen.returned, server.pending]).toEqual([true, 0]);
  });
});
