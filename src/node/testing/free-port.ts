import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ports that systems give to those who ask for none, so that a server that starts again finds its own. */
const [first, last] = [20_000, 32_000];

/** Returns a port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const port = randomInt(first, last);
  return (await isFree(port)) ? port : freePort();
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
