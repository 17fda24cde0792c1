import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { WorldFileOptions } from "../../../component-base/world-file.ts";
import { collectVersions } from "../../../share/collect-versions.ts";
import { companionsOf, isSecret, type Companion } from "../../../share/companions.ts";
import { withoutObserved } from "../../../share/controllers-work.ts";
import { groupKindOf } from "../../../share/server-fields.ts";
import type { ShareSurroundings } from "../../../share/share-surroundings.ts";
import type { WorldParts } from "../../../share/read-world.ts";
import type { WorldHistory, WorldSettings } from "../../../share/world.ts";
import { pathOfAddress } from "../../kube/resource.ts";
import { catalog } from "../../state/catalog.ts";
import { identity } from "../../state/identity.ts";
import type { Page } from "../../state/page.ts";
import { holdsSecret } from "./entered-secrets.ts";
import { isShareable, requestsOf, viewOf } from "./view-entries.ts";

/** What a server has to share. */
export interface Shareable {
  readonly objects: readonly KubeObject[];
  readonly surroundings: ShareSurroundings;
  readonly settings: WorldSettings | undefined;
  /** The names of the controllers that run, and of those that run on a server without such settings. */
  readonly running: ReadonlySet<string>;
  readonly own: ReadonlySet<string>;
}

/** What the user has chosen to share. */
export interface ShareChoices {
  readonly view: boolean;
  readonly objects: "all" | "some" | "none";
  /** The chosen objects, if only some are shared. */
  readonly chosen: ReadonlySet<KubeObject>;
  /** Whether objects come along that the chosen ones need, where that is not as by default. */
  readonly along: ReadonlyMap<KubeObject, boolean>;
  /** Whether Secrets are among all objects. */
  readonly secrets: boolean;
  /** Whether entries and requests are shared that hold the content of Secrets, or tokens. */
  readonly enteredSecrets: boolean;
  readonly settings: boolean;
  readonly identity: boolean;
  readonly requests: boolean;
  /** Earlier states of the objects, which only files hold. */
  readonly history: boolean;
}

/** The choices at first: the object that is shown, unless it is a Secret, or all objects. */
export function firstChoices(page: Page, { objects }: Shareable): ShareChoices {
  const { parts } = page.route.getState();
  const path = parts[0] === "objects" ? pathOfAddress(parts.slice(1)) : undefined;
  const kind = catalog
    .of(page)
    .getState()
    .resources.find(({ group, resource }) => group === path?.group && resource === path.resource);
  const shown = objects.filter(
    (object) =>
      path?.name !== undefined &&
      kind !== undefined &&
      groupKindOf(object) === `${kind.kind}.${kind.group}` &&
      object.metadata.name === path.name &&
      object.metadata.namespace === path.namespace,
  );
  return {
    view: isShareable(page.route.getState()),
    objects: objects.length === 0 ? "none" : shown.length === 0 ? "all" : "some",
    chosen: new Set(shown.filter((object) => !isSecret(object))),
    along: new Map(),
    secrets: false,
    enteredSecrets: false,
    settings: true,
    identity: true,
    requests: false,
    history: false,
  };
}

/** The controllers that run where the choices are opened. */
const runningWhere = ({ settings }: ShareChoices, { running, own }: Shareable): ReadonlySet<string> =>
  settings ? running : own;

/** Returns what comes along with the chosen objects. Secrets do only where that was asked for. */
export function companionsIn(choices: ShareChoices, shareable: Shareable): readonly Companion[] {
  if (choices.objects !== "some") return [];
  return companionsOf([...choices.chosen], shareable.surroundings, {
    running: runningWhere(choices, shareable),
    isTaken: (object) => choices.along.get(object) ?? !isSecret(object),
  });
}

/** Returns the objects that are shared, as they are on the server. */
export function objectsIn(choices: ShareChoices, { objects }: Shareable, companions: readonly Companion[]) {
  switch (choices.objects) {
    case "none":
      return [];
    case "all":
      return choices.secrets ? objects : objects.filter((object) => !isSecret(object));
    case "some":
      return [...choices.chosen, ...companions.flatMap(({ object, isTaken }) => (isTaken ? [object] : []))];
  }
}

/** Returns objects as they are brought along. */
export function broughtObjects(
  choices: ShareChoices,
  shareable: Shareable,
  objects: readonly KubeObject[],
): readonly KubeObject[] {
  const running = runningWhere(choices, shareable);
  // all objects together are as they were; what some of them showed is not what the reader will see
  return choices.objects === "all" ? objects : objects.map((object) => withoutObserved(object, running));
}

/** Composes what is shared besides objects from the choices. */
export function partsIn(page: Page, choices: ShareChoices, { settings }: Shareable): WorldParts {
  const { as } = identity.of(page).getState();
  return {
    ...(choices.view && { view: viewOf(page, choices.enteredSecrets) }),
    ...(choices.settings && settings !== undefined && { settings }),
    ...(choices.identity && as !== undefined && { identity: as }),
    ...(choices.requests && { requests: requestsOf(page, choices.enteredSecrets) }),
  };
}

/** Reports whether what the user has entered holds the content of Secrets, or tokens, of what the choices share. */
export const hasEnteredSecrets = (page: Page, { view, requests }: ShareChoices): boolean =>
  (view && holdsSecret(viewOf(page, true).state)) || (requests && holdsSecret(requestsOf(page, true)));

/** Returns the history of objects as they are on the server, if it is shared. */
export const historyOf = async (
  page: Page,
  choices: ShareChoices,
  objects: readonly KubeObject[],
  options: WorldFileOptions,
): Promise<WorldHistory | undefined> =>
  choices.history ? collectVersions(page.inspect, { objects, all: choices.objects === "all" }, options) : undefined;
