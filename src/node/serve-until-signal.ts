import type { ServeOptions } from "./command-line.ts";
import { describeError } from "./describe-error.ts";
import { serve } from "./serve.ts";

/** Serves until the process gets SIGTERM or SIGINT, then ends it. Calls `ready` with the URL once it answers. */
export async function serveUntilSignal(options: ServeOptions, ready: (url: string) => void): Promise<void> {
  const served = await serve(options);
  ready(served.url);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void end(served.shutDown()));
}

async function end(closed: Promise<void>): Promise<void> {
  try {
    await closed;
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    process.exit(1);
  }
}
