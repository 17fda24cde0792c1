import { messageOf } from "../apimachinery/message-of.ts";
import type { Clock } from "../apimachinery/clock.ts";
import { createSeededRandom } from "../apimachinery/seeded-random.ts";
import { parseTokenFile } from "../apiserver/auth/token-file.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { Client } from "../client/client.ts";
import { ObjectClient } from "../client/object-client.ts";
import type { Handle } from "../component-base/exchange.ts";
import { joinApiServers } from "../component-base/extension-server.ts";
import { parseEmulatedVersion } from "../component-base/versions/release.ts";
import { parseRuntimeConfig } from "../component-base/versions/runtime-config.ts";
import { WorldClock, type WorldTime } from "../component-base/world-clock.ts";
import { pluginsFor } from "../controllers/controller-names.ts";
import { createControllerManager } from "../controllers/controller-manager.ts";
import { createApiServer, type ApiServer } from "../kube-apiserver/server.ts";
import type { AuditLog } from "../lessons/audit-entries.ts";
import { lessonConverters } from "../lessons/conversions.ts";
import type { LessonLabs } from "../lessons/labs.ts";
import { LessonError } from "../lessons/lesson-error.ts";
import type { Lesson } from "../lessons/lesson.ts";
import { serverChoices } from "../lessons/server-choices.ts";
import type { LessonFaults } from "../lessons/step-services.ts";
import { lessonWebhooks } from "../lessons/webhooks.ts";
import { openLabs } from "./lesson-labs.ts";

/** A server in memory for one lesson, and the headers of its administrator. */
export interface LessonServerProcess {
  readonly handle: Handle;
  readonly headers: Readonly<Record<string, string>>;
  readonly audit: AuditLog;
  readonly faults: LessonFaults;
  readonly labs: LessonLabs;
  readonly worldTime: () => Promise<WorldTime>;
  close(): Promise<void>;
}

const administrator = { name: "kubernetes-admin", uid: "", groups: ["system:masters"], extra: {} };

/**
 * Opens the server that a lesson asks for. It makes no outgoing requests. Rejects with a LessonError at the line of
 * `server` if the front matter asks for what does not exist. `requestTimeoutMs` is the server's `--request-timeout`.
 */
export async function openLessonServer(
  lesson: Lesson,
  clock: Clock,
  requestTimeoutMs?: number,
): Promise<LessonServerProcess> {
  try {
    return await openServer(lesson, clock, requestTimeoutMs);
  } catch (error) {
    if (error instanceof LessonError) throw error;
    const words = messageOf(error);
    throw new LessonError(lesson.file, lineOfSetting(lesson, words), words, { cause: error });
  }
}

/** The line of the setting of the server that an error names, by its name or value; of `server` if it names none. */
function lineOfSetting({ lines, server }: Lesson, words: string): number {
  const named = [...lines].findLast(
    ([path]) => path.startsWith("server.") && words.includes(path.split(".").at(-1) ?? ""),
  );
  if (named !== undefined) return named[1];
  const isRelease = server.release !== "" && words.includes(server.release);
  return lines.get(isRelease ? "server.release" : "server") ?? 1;
}

async function openServer(
  lesson: Lesson,
  clock: Clock,
  requestTimeoutMs: number | undefined,
): Promise<LessonServerProcess> {
  const { emulatedVersion, runtimeConfig, tokenAuthFile, controllers, world: pace, ...choices } = serverChoices(lesson);
  const random = createSeededRandom(1);
  const token = random.uuid();
  const world = new WorldClock({ ...pace, host: clock });
  const list = typeof controllers === "boolean" ? undefined : controllers;
  const manager = createControllerManager(world, () => random.uuid(), list);
  const apiServers = new Map<string, Handle>();
  const server = await createApiServer({
    ...choices,
    apiServers: joinApiServers(apiServers, manager.apiServers),
    requestTimeoutMs,
    defaultAdmissionPlugins: () => pluginsFor(list),
    admissionWebhooks: lessonWebhooks(lesson),
    converters: lessonConverters(lesson),
    backend: createMemoryBackend(),
    clock,
    world,
    random,
    requestRandom: createSeededRandom(2),
    tokens: tokenAuthFile === undefined ? undefined : parseTokenFile(tokenAuthFile, "server.tokens"),
    loopbackTokens: new Map([[token, administrator], ...manager.tokens]),
    emulatedRelease: emulatedVersion === undefined ? undefined : parseEmulatedVersion(emulatedVersion),
    runtimeConfig: runtimeConfig === undefined ? undefined : parseRuntimeConfig(runtimeConfig),
    subtle: crypto.subtle,
  });
  const extensions: ApiServer[] = [];
  const closeAll = async (): Promise<void> => {
    world.close();
    for (const each of [server, ...extensions]) await each.close();
  };
  try {
    await openExtensions(lesson, clock, (name, extension) => {
      extensions.push(extension);
      apiServers.set(name, extension.handle);
    });
  } catch (error) {
    await closeAll();
    throw error;
  }
  const stopControllers = controllers !== false ? manager.start(server.handle) : () => undefined;
  const labs = openLabs({ store: server.store, world, clock }, async () => {
    const { server: opened, headers } = await openPlainServer(clock);
    return { handle: opened.handle, inspect: opened.inspect, headers, close: () => opened.close() };
  });
  return {
    handle: server.handle,
    labs,
    audit: server.inspect,
    faults: server.inspect,
    worldTime: () => server.inspect.worldTime(),
    headers: { Authorization: `Bearer ${token}` },
    close: async () => {
      stopControllers();
      await labs.close();
      await closeAll();
    },
  };
}

/** Opens the servers that answer for the APIServices of a lesson, and creates what they begin with. */
async function openExtensions(
  { file, lines, server: { extensions } }: Lesson,
  clock: Clock,
  opened: (name: string, extension: ApiServer) => void,
): Promise<void> {
  for (const [name, objects] of Object.entries(extensions)) {
    const extension = await openPlainServer(clock);
    opened(name, extension.server);
    for (const [i, object] of objects.entries())
      await clientOf(extension)
        .create(object)
        .catch((error: unknown) => {
          const words = `${name}: ${messageOf(error)}`;
          throw new LessonError(file, lines.get(`server.extensions.${name}.${i}`) ?? 1, words, { cause: error });
        });
  }
}

/** A server in memory beside the one of a lesson, and the headers of its administrator. */
interface PlainServer {
  readonly server: ApiServer;
  readonly headers: Readonly<Record<string, string>>;
}

async function openPlainServer(clock: Clock): Promise<PlainServer> {
  const random = createSeededRandom(3);
  const token = random.uuid();
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock,
    random,
    tokens: new Map(),
    loopbackTokens: new Map([[token, administrator]]),
    subtle: crypto.subtle,
  });
  return { server, headers: { Authorization: `Bearer ${token}` } };
}

const clientOf = ({ server: { handle }, headers }: PlainServer): ObjectClient =>
  new ObjectClient(new Client({ handle, userAgent: "kubepad-seed", headers }));
