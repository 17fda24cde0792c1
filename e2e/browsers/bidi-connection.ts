/** A connection of the WebDriver BiDi protocol: https://www.w3.org/TR/webdriver-bidi/#transport. */
export interface BidiConnection {
  /** Sends a command and resolves with its result. Rejects with the browser's error. */
  send(method: string, params: object): Promise<BidiResult>;
  close(): void;
}

export type BidiResult = Readonly<Record<string, unknown>>;

interface Answer {
  readonly type: "success" | "error";
  readonly id: number;
  readonly result?: BidiResult;
  readonly error?: string;
  readonly message?: string;
}

/** Connects to a browser that listens at an address. */
export async function connectBidi(url: string): Promise<BidiConnection> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  socket.addEventListener("message", ({ data }) => {
    const answer: Answer = JSON.parse(String(data));
    waiting.get(answer.id)?.(answer); // events have no id
    waiting.delete(answer.id);
  });
  socket.addEventListener("close", () => {
    for (const [id, tell] of waiting) tell({ type: "error", id, error: "the browser closed the connection" });
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error(`no connection to ${url}`)));
  });
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        const id = (lastId += 1);
        waiting.set(id, ({ type, result, error, message }) => {
          if (type === "success") resolve(result ?? {});
          else reject(new Error(`${method}: ${error} ${message ?? ""}`));
        });
        socket.send(JSON.stringify({ id, method, params }));
      }),
    close: () => socket.close(),
  };
}
