import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { ChosenSettings } from "../../../client/settings.ts";
import { collectHistory } from "../../../share/collect-history.ts";
import { sharedObjects } from "../../../share/collect-objects.ts";
import type { World, WorldSettings } from "../../../share/world.ts";
import { identity } from "../../state/identity.ts";
import type { Page } from "../../state/page.ts";
import { requestsOf, viewOf } from "./view-entries.ts";

/** What the user has chosen to share. */
export interface ShareChoices {
  readonly view: boolean;
  readonly objects: "all" | "some" | "none";
  /** The chosen objects, if only some are shared. */
  readonly chosen: ReadonlySet<KubeObject>;
  readonly settings: boolean;
  readonly identity: boolean;
  readonly requests: boolean;
  /** Earlier states of the objects, which only files hold. */
  readonly history: boolean;
}

/** Returns the settings that differ from those that a server has which was opened without any. */
export function changedSettings(chosen: ChosenSettings, defaults: ChosenSettings): WorldSettings {
  const { featureGates, runtimeConfig, emulatedVersion, controllers } = chosen;
  const { enableAdmissionPlugins, disableAdmissionPlugins } = chosen;
  return {
    ...(emulatedVersion !== "" && emulatedVersion !== defaults.emulatedVersion && { emulatedVersion }),
    ...(Object.keys(featureGates).length > 0 && { featureGates }),
    ...(runtimeConfig !== "" && runtimeConfig !== defaults.runtimeConfig && { runtimeConfig }),
    ...(enableAdmissionPlugins.length > 0 && { enableAdmissionPlugins }),
    ...(disableAdmissionPlugins.length > 0 && { disableAdmissionPlugins }),
    ...(controllers !== undefined && { controllers }),
  };
}

/** Returns the chosen objects of all that the server has. */
const chosenObjects = (all: readonly KubeObject[], { objects, chosen }: ShareChoices): readonly KubeObject[] =>
  objects === "none" ? [] : objects === "all" ? all : all.filter((object) => chosen.has(object));

/** Composes what is shared from the choices. `all` are the objects of the server. */
export function worldOf(
  page: Page,
  choices: ShareChoices,
  all: readonly KubeObject[],
  settings: WorldSettings | undefined,
): World {
  const { as } = identity.of(page).getState();
  return {
    objects: sharedObjects(chosenObjects(all, choices), all),
    ...(choices.view && { view: viewOf(page) }),
    ...(choices.settings && settings !== undefined && { settings }),
    ...(choices.identity && as !== undefined && { identity: as }),
    ...(choices.requests && { requests: requestsOf(page) }),
  };
}

/** Returns the earlier states of the chosen objects, if they are shared. */
export async function historyOf(
  page: Page,
  choices: ShareChoices,
  all: readonly KubeObject[],
): Promise<readonly KubeObject[]> {
  if (!choices.history) return [];
  const { compactedRevision } = await page.inspect.stats();
  const options = { handle: page.handle, userAgent: "kubepad-ui/0.1" };
  return collectHistory(options, chosenObjects(all, choices), compactedRevision, new AbortController().signal);
}
