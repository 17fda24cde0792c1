import { afterEach, expect, test } from "vitest";
import { FakeLocks } from "../testing/fake-locks.ts";
import { FakeWorker } from "../testing/fake-worker.ts";
import { settle } from "../testing/manual-clock.ts";
import { errorMessageOf, type ServerThread } from "../tabs/tab-worker.ts";
import { connectFrameWorker, holdFrameWorker, type FrameScope } from "./frame-worker.ts";

/** A page with frames, which see each other as windows of one origin do. */
class FakePage {
  readonly frames: FakeFrame[] = [];
  readonly workers: FakeWorker[] = [];

  /** Adds a frame. Scripts of other origins can read nothing of a foreign one. */
  add(origin: "own" | "foreign" = "own"): FakeFrame {
    const frame = new FakeFrame(this);
    this.frames.push(frame);
    Object.defineProperty(this.scope, this.frames.length - 1, {
      value: origin === "own" ? frame.scope : forbidden,
    });
    return frame;
  }

  startWorker(): FakeWorker {
    const worker = new FakeWorker(() => expect.fail("no server is opened"), new FakeLocks());
    this.workers.push(worker);
    return worker;
  }

  readonly scope: FrameScope = Object.defineProperty(
    { parent: undefined as never, length: 0, addEventListener: () => undefined },
    "length",
    { get: () => this.frames.length },
  );
}

const forbidden = new Proxy(
  {},
  {
    get: () => {
      throw new DOMException("Blocked a frame from accessing a cross-origin frame.", "SecurityError");
    },
  },
);

class FakeFrame {
  readonly page: FakePage;
  readonly scope: FrameScope;
  readonly #leaving: ((event: { persisted: boolean }) => void)[] = [];

  constructor(page: FakePage) {
    this.page = page;
    this.scope = {
      parent: page.scope,
      length: 0,
      addEventListener: (_type, listener) => void this.#leaving.push(listener),
    };
  }

  connect(build = "build"): ServerThread & { closes: number; errors: string[] } {
    const thread = connectFrameWorker({
      scope: this.scope,
      build,
      startWorker: () => this.page.startWorker(),
    });
    const seen = Object.assign(thread, { closes: 0, errors: [] as string[] });
    thread.addEventListener("close", () => (seen.closes += 1));
    thread.addEventListener("error", (event) => seen.errors.push(errorMessageOf(event)));
    return seen;
  }

  hold(): void {
    holdFrameWorker({ scope: this.scope, build: "build", startWorker: () => this.page.startWorker() });
  }

  remove(persisted = false): void {
    for (const leave of this.#leaving) leave({ persisted });
  }
}

let page = new FakePage();
afterEach(() => {
  for (const worker of page.workers) worker.terminate();
  page = new FakePage();
});

test("the frames of one page share one worker", () => {
  for (let i = 0; i < 8; i += 1) page.add().connect();
  expect(page.workers).toHaveLength(1);
});

test("a frame that the page does not list uses the worker of one that holds it, and leaves it to others", () => {
  page.add().hold();
  expect(page.workers).toHaveLength(1);
  const [first, second] = [new FakeFrame(page), new FakeFrame(page)];
  const ofSecond = (first.connect(), second.connect());
  first.remove();
  expect(ofSecond.closes).toBe(0);
  expect(page.workers.map(({ terminated }) => terminated)).toEqual([false]);
});

test("a frame that connects again uses the same worker", () => {
  const frame = page.add();
  frame.connect().terminate();
  frame.connect();
  expect(page.workers.map(({ terminated }) => terminated)).toEqual([false]);
});

test("frames of other origins and of other builds do not share", () => {
  page.add("foreign").connect();
  page.add().connect();
  expect(page.workers).toHaveLength(2);
  page.add().connect("another build");
  expect(page.workers).toHaveLength(3);
});

test("when the frame that started the worker is removed, the others are told once and the first starts another", () => {
  const [first, second, third] = [page.add(), page.add(), page.add()];
  first.connect();
  const [ofSecond, ofThird] = [second.connect(), third.connect()];
  first.remove();
  expect(page.workers.map(({ terminated }) => terminated)).toEqual([true]);
  expect([ofSecond.closes, ofThird.closes]).toEqual([1, 1]);
  third.connect();
  second.connect();
  expect(page.workers).toHaveLength(2);
});

test("another frame's end changes nothing", () => {
  const [first, second] = [page.add(), page.add()];
  const ofFirst = first.connect();
  second.connect();
  second.remove();
  expect(ofFirst.closes).toBe(0);
  expect(page.workers.map(({ terminated }) => terminated)).toEqual([false]);
});

test("a page in the back/forward cache keeps its worker", () => {
  const [first, second] = [page.add(), page.add()];
  first.connect();
  const ofSecond = second.connect();
  first.remove(true);
  expect(ofSecond.closes).toBe(0);
  expect(page.workers.map(({ terminated }) => terminated)).toEqual([false]);
});

test("a worker that cannot be loaded is reported to all frames, and the next connection starts another", async () => {
  const [first, second] = [page.add(), page.add()];
  const [ofFirst, ofSecond] = [first.connect(), second.connect()];
  page.workers[0]?.fail();
  await settle();
  expect([ofFirst.errors, ofSecond.errors]).toEqual([[""], [""]]);
  second.connect();
  expect(page.workers).toHaveLength(2);
});
