import type { ControllerOptions } from "../client/controller.ts";
import type { Answer, Handle } from "../component-base/exchange.ts";
import type { ApiServers } from "../component-base/extension-server.ts";
import type { RunningServer, ServerRow } from "./controller-rows.ts";

/** Extension API servers that are loaded and started with the first request for them. */
export interface ExtensionServers<T extends ServerRow> extends ApiServers {
  /** Lets the servers answer for which there are options. Returns a function that stops them. */
  start(optionsOf: (row: T) => ControllerOptions | undefined): () => void;
}

const notRunning: Answer = {
  status: 503,
  headers: [["Content-Type", "text/plain"]],
  body: "the server is not running\n",
};

/** Returns the functions that answer for the APIServices of rows. */
export function extensionServers<T extends ServerRow>(rows: readonly T[]): ExtensionServers<T> {
  const running = new Map<T, () => Promise<RunningServer["handle"]>>();
  const handles = new Map(
    rows.flatMap((row) =>
      row.apiServices.map((name) => {
        const handle: Handle = async (exchange) => (await running.get(row)?.())?.(exchange, name) ?? notRunning;
        return [name, handle] as const;
      }),
    ),
  );
  return {
    get: (name) => handles.get(name),
    start(optionsOf) {
      const stop = new AbortController();
      for (const row of rows) {
        const options = optionsOf(row);
        if (options === undefined) continue;
        let loading: Promise<RunningServer["handle"]> | undefined;
        const load = async (): Promise<RunningServer["handle"]> => {
          const server = (await row.load())(options);
          stop.signal.addEventListener("abort", () => server.close(), { once: true });
          if (stop.signal.aborted) server.close();
          return server.handle;
        };
        running.set(row, () => (loading ??= load()));
      }
      return () => {
        running.clear();
        stop.abort();
      };
    },
  };
}
