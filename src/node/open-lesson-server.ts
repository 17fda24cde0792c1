import type { Clock } from "../apimachinery/clock.ts";
import { createSeededRandom } from "../apimachinery/seeded-random.ts";
import { parseTokenFile } from "../apiserver/auth/token-file.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import type { Handle } from "../component-base/exchange.ts";
import { parseEmulatedVersion } from "../component-base/versions/release.ts";
import { parseRuntimeConfig } from "../component-base/versions/runtime-config.ts";
import { WorldClock } from "../component-base/world-clock.ts";
import { pluginsFor } from "../controllers/controller-names.ts";
import { createControllerManager } from "../controllers/controller-manager.ts";
import { createApiServer } from "../kube-apiserver/server.ts";
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
  const server = await createApiServer({
    ...choices,
    requestTimeoutMs,
    defaultAdmissionPlugins: () => pluginsFor(list),
    admissionWebhooks: lessonWebhooks(lesson),
    converters: lessonConverters(lesson),
    backend: createMemoryBackend(),
    clock,
    world,
    random,
    requestRandom: createSeededRandom(2),
    apiServers: manager.apiServers,
    tokens: tokenAuthFile === undefined ? undefined : parseTokenFile(tokenAuthFile, "server.tokens"),
    loopbackTokens: new Map([[token, administrator], ...manager.tokens]),
    emulatedRelease: emulatedVersion === undefined ? undefined : parseEmulatedVersion(emulatedVersion),
    runtimeConfig: runtimeConfig === undefined ? undefined : parseRuntimeConfig(runtimeConfig),
    subtle: crypto.subtle,
  });
  const stopControllers = controllers !== false ? manager.start(server.handle) : () => undefined;
  return {
    handle: server.handle,
    audit: server.inspect,
    faults: server.inspect,
    headers: { Authorization: `Bearer ${token}` },
    async close() {
      stopControllers();
      world.close();
      await server.close();
    },
  };
}
