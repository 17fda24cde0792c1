import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Returns a port of this machine that nothing listens on. It is below those that systems give to who asks for none, as
 * the tests beside do many times before it is used.
 */
export async function freePort() {
  const port = randomInt(20_000, 32_000);
  return (await isFree(port)) ? port : freePort();
}

const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
