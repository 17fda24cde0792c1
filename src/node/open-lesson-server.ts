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
import { WorldClock } from "../component-base/world-clock.ts";
import { pluginsFor } from "../controllers/controller-names.ts";
import { createControllerManager } from "../controllers/controller-manager.ts";
import { createApiServer, type ApiServer } from "../kube-apiserver/server.ts";
import type { AuditLog } from "../lessons/audit-entries.ts";
import { lessonConverters } from "../lessons/conversions.ts";
import { LessonError } from "../lessons/lesson-error.ts";
import type { Lesson } from "../lessons/lesson.ts";
import { serverChoices } from "../lessons/server-choices.ts";
import type { LessonFaults } from "../lessons/step-services.ts";
import { lessonWebhooks } from "../lessons/webhooks.ts";

/** A server in memory for one lesson, and the headers of its administrator. */
export interface LessonServerProcess {
  readonly handle: Handle;
  readonly headers: Readonly<Record<string, string>>;
  readonly audit: AuditLog;
  readonly faults: LessonFaults;
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
    const words = error instanceof Error ? error.message : String(error);
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
    for (const [name, objects] of Object.entries(lesson.server.extensions)) {
      const extension = await openExtension(clock);
      extensions.push(extension.server);
      apiServers.set(name, extension.server.handle);
      for (const [i, object] of objects.entries())
        await extension.client.create(object).catch((error: unknown) => {
          const words = `${name}: ${error instanceof Error ? error.message : String(error)}`;
          const line = lesson.lines.get(`server.extensions.${name}.${i}`) ?? 1;
          throw new LessonError(lesson.file, line, words, { cause: error });
        });
    }
  } catch (error) {
    await closeAll();
    throw error;
  }
  const stopControllers = controllers !== false ? manager.start(server.handle) : () => undefined;
  return {
    handle: server.handle,
    audit: server.inspect,
    faults: server.inspect,
    headers: { Authorization: `Bearer ${token}` },
    close: () => (stopControllers(), closeAll()),
  };
}

/** Opens a server that answers for an APIService of a lesson, and a client of its administrator. */
async function openExtension(clock: Clock): Promise<{ readonly server: ApiServer; readonly client: ObjectClient }> {
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
  const headers = { Authorization: `Bearer ${token}` };
  return {
    server,
    client: new ObjectClient(new Client({ handle: server.handle, userAgent: "kubepad-seed", headers })),
  };
}
