import type { KubeObject } from "../../../apimachinery/meta.ts";
import { LessonRun } from "../../../lessons/run-lesson.ts";
import { lessonConverters } from "../../../lessons/conversions.ts";
import { lessonWebhooks } from "../../../lessons/webhooks.ts";
import { scriptedBy } from "../../../lessons/programs.ts";
import { type ReadShipped, withShipped } from "../../../lessons/shipped-files.ts";
import { serverChoices } from "../../../lessons/server-choices.ts";
import type { Lesson } from "../../../lessons/lesson.ts";
import { withLoopbackToken } from "../../../worker/host/loopback.ts";
import type { OpenedServer, OpenServerOptions } from "../../../worker/tabs/opened-servers.ts";
import { filesOver, type Folder } from "../../data/virtual-files.ts";
import { filesKey, filesOf } from "../../state/folder.ts";
import type { Page } from "../../state/page.ts";
import { type SeenEvent, withWatchEvents } from "./watch-events.ts";
import { pageAgent } from "../../data/send.ts";

/** The server of a lesson, in memory and its own, and the run of the lesson on it. */
export interface LessonWorld {
  readonly server: OpenedServer;
  readonly run: LessonRun;
  /** A page over the server, for views beside the lesson. Its terminal has the folder of the lesson's command lines. */
  readonly page: Page;
  close(): void;
}

/**
 * Opens the world of a lesson with its seed. `listener` is called when a step opens a watch, and returns what is told
 * of its events. Rejects with a user-facing message.
 */
export async function openLessonWorld(
  page: Page,
  lesson: Lesson,
  listener: () => (events: readonly SeenEvent[]) => void,
): Promise<LessonWorld> {
  const { tokenAuthFile, world: pace, ...choices } = serverChoices(lesson);
  const token = `${page.newId()}${page.newId()}`;
  const tokens = tokenAuthFile && `${tokenAuthFile.trimEnd()}\n${token},kubernetes-admin,,system:masters\n`;
  const server = await page.guests.openServer({ ...choices, ...(tokens && { tokenAuthFile: tokens }) });
  const open = tokens ? { ...server, handle: withLoopbackToken(server.handle, token) } : server;
  const shipped: ReadShipped = (path) => shippedIn(page.embed?.files ?? {}).read(path);
  const beside = page.guests.beside(
    open,
    { [filesKey]: {} },
    { files: (folder) => withShipped(folder, lesson.files, shipped), programs: scriptedBy(lesson.programs) },
  );
  const run = new LessonRun(lesson, {
    handle: withWatchEvents(server.handle, listener),
    clock: page.clock,
    audit: server.inspect,
    faults: server.inspect,
    worldTime: () => server.inspect.worldTime(),
    labs: {
      race: async (race) => (await import("../../../races/explore-value.ts")).exploreValue(server.inspect, race),
      fork: async (fork) => (await import("../../../races/fork-trial.ts")).tryForkOf(server.inspect, fork),
      watchServer: () => page.guests.openServer({ controllers: false }),
    },
    files: filesOf(beside.page),
    shipped,
    goalAgent: pageAgent,
    ...(tokens && { headers: { Authorization: `Bearer ${token}` } }),
  });
  const extensions: OpenedServer[] = [];
  const close = (): void => {
    run.close();
    beside.end();
    for (const each of [server, ...extensions]) each.close();
  };
  try {
    const webhooks = lessonWebhooks(lesson);
    for (const name of Object.keys(lesson.server.webhooks)) {
      const webhook = webhooks.get(name);
      if (webhook !== undefined) await server.registerWebhook(name, webhook);
    }
    for (const [name, converter] of lessonConverters(lesson)) await server.registerConverter(name, converter);
    for (const [name, seed] of Object.entries(lesson.server.extensions)) {
      const extension = await page.guests.openServer({ seed: seed as readonly KubeObject[], controllers: false });
      extensions.push(extension);
      await server.registerApiServer(name, extension.handle, { createsObjects: false });
    }
    if (pace !== undefined) await server.inspect.changeWorldTime(pace);
    await run.seed();
  } catch (error) {
    close();
    throw error;
  }
  return { server, run, page: beside.page, close };
}

/** The files that come with an embed, as its author names them; nothing changes them. */
const shippedIn = (folder: Folder) =>
  filesOver(
    () => folder,
    () => undefined,
    () => undefined,
  );

/** Returns the settings with which a copy of a lesson's world is opened, for a reader without a token. */
export function copyChoices(lesson: Lesson): OpenServerOptions {
  const { tokenAuthFile: _tokens, world: _pace, ...choices } = serverChoices(lesson);
  return choices;
}
