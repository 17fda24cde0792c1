import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { Recording } from "../../../recorder/recording.ts";
import { startingObjects } from "../../../recorder/starting-objects.ts";
import { changedSettings } from "../../../share/changed-settings.ts";
import { listObjects } from "../../../share/collect-objects.ts";
import type { WorldSettings } from "../../../share/world.ts";
import { pageAgent } from "../../data/send.ts";
import { catalog } from "../../state/catalog.ts";
import type { Page } from "../../state/page.ts";

/** Returns what of a page's server is to be set where a recording is replayed. */
export async function settingsOf(page: Page): Promise<WorldSettings> {
  const [report, pace] = await Promise.all([page.inspect.serverSettings(), page.inspect.worldTime()]);
  const { controllers: _chosen, pace: _pace, ...settings } = changedSettings(report.chosen, report.defaults, pace);
  const enabled = report.controllers.filter((one) => one.enabled);
  const isUsual = report.controllers.every((one) => one.enabled === one.isOwn);
  const isAll = enabled.length === report.controllers.length;
  return {
    ...settings,
    ...(!isUsual && { controllers: isAll ? ["*"] : enabled.map(({ name }) => name) }),
    ...(pace.speed > 1 && { pace: { paused: false, speed: pace.speed } }),
  };
}

/** Finds what stood in the world before a recording, as far as its steps need it. */
export async function objectsBefore(page: Page, recording: Recording): Promise<readonly KubeObject[]> {
  const [objects, { controllers }] = await Promise.all([listBefore(page, recording), page.inspect.serverSettings()]);
  const running = new Set(controllers.filter(({ enabled }) => enabled).map(({ name }) => name));
  const { resources } = catalog.of(page).getState();
  return startingObjects(recording.steps, { objects, resources, running });
}

/** Lists the objects of the revision at which a recording began, or those that are older, where that is compacted. */
async function listBefore(page: Page, { revision, begun }: Recording): Promise<readonly KubeObject[]> {
  const options = { handle: page.handle, userAgent: pageAgent };
  try {
    return await listObjects(options, { revision });
  } catch {
    page.toasts.add({
      description: "What stood in the world when the recording began is not kept any more. It is taken as it is now.",
    });
    const now = await listObjects(options);
    return now.filter(({ metadata }) => Date.parse(metadata.creationTimestamp ?? "") < begun);
  }
}
