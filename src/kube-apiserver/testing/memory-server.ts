import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { createApiServer, type ApiServer } from "../server.ts";

/** Creates a server with the default settings on an empty backend in memory. */
export const createMemoryServer = (): Promise<ApiServer> =>
  createApiServer({ backend: createMemoryBackend(), clock: createSystemClock(), random: createSystemRandom() });
