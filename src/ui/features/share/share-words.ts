import type { KubeObject } from "../../../apimachinery/meta.ts";
import { groupBy } from "../../../apimachinery/group-by.ts";
import type { Companion } from "../../../share/companions.ts";
import type { WorldHistory, WorldPace, WorldSettings } from "../../../share/world.ts";
import { formatCount, plural } from "../../data/words.ts";
import { nameOf } from "../../kube/resource.ts";
import type { Content } from "./content.ts";
import { labelOfAddress } from "./view-entries.ts";

/** `4 objects (1 CustomResourceDefinition, 3 Lamp)`. */
function objectsInWords(objects: readonly KubeObject[]): string {
  const kinds = [...groupBy(objects, ({ kind = "" }) => kind)].map(([kind, of]) => `${formatCount(of.length)} ${kind}`);
  const shown =
    kinds.length > mostKinds ? [...kinds.slice(0, mostKinds), `${kinds.length - mostKinds} more kinds`] : kinds;
  return `${plural(objects.length, "object")} (${shown.join(", ")})`;
}

const mostKinds = 6;

/** `release 1.33, 2 feature gates, served APIs api/beta=true, without PodSecurity`. */
export function settingsInWords(settings: WorldSettings): string {
  const { emulatedVersion, featureGates = {}, runtimeConfig, controllers, pace } = settings;
  const { enableAdmissionPlugins: enabled = [], disableAdmissionPlugins: disabled = [] } = settings;
  const gates = Object.keys(featureGates).length;
  return [
    ...(emulatedVersion === undefined ? [] : [`release ${emulatedVersion}`]),
    ...(gates === 0 ? [] : [plural(gates, "feature gate")]),
    ...(runtimeConfig === undefined ? [] : [`served APIs ${runtimeConfig}`]),
    ...(enabled.length === 0 ? [] : [`with ${enabled.join(", ")}`]),
    ...(disabled.length === 0 ? [] : [`without ${disabled.join(", ")}`]),
    ...(controllers === undefined ? [] : [controllers.includes("*") ? "all controllers" : "chosen controllers"]),
    ...(pace === undefined ? [] : [paceInWords(pace)]),
  ].join(", ");
}

const paceInWords = ({ paused, speed }: WorldPace): string =>
  `time ${[...(paused ? ["paused"] : []), ...(speed === 1 ? [] : [`at ×${formatCount(speed)}`])].join(", ")}`;

/** `ConfigMap demo/settings`. */
export const objectInWords = (object: KubeObject): string => `${object.kind ?? ""} ${nameOf(object)}`;

/** Says why an object comes along: `web refers to it`. */
export function reasonInWords({ because, of }: Companion): string {
  const name = of.metadata.name ?? "";
  switch (because) {
    case "refers":
      return `${name} refers to it`;
    case "namespace":
      return `${name} is in it`;
    case "defines":
      return `it defines the kind of ${name}`;
    case "owns":
      return `it owns ${name}`;
    case "owned":
      return `${name} owns it`;
    case "grants":
      return `it grants rights to ${name}`;
    case "binds":
      return `it puts ${name} into effect`;
    case "selects":
      return `it selects the pods of ${name}`;
    case "selected":
      return `${name} selects its pods`;
    case "behaviour":
      return `it says what the pods of ${name} do`;
    case "default":
      return `${name} names no class, and gets this one`;
    case "runs":
      return `pods of ${name} run on it`;
  }
}

/** Says in a sentence what a link or file brings: `It brings 4 objects (…) and the view Apply.` */
export function contentInWords(content: Content): string {
  if (content.kind === "export") return `It is an export of a whole server with ${plural(content.objects, "object")}.`;
  const { objects, versions, history = [], settings, identity, requests = [], view } = content.world;
  const parts = [
    ...(objects.length === 0 ? [] : [objectsInWords(objects)]),
    ...(versions === undefined ? [] : [`a history of ${plural(changesIn(versions), "change")}`]),
    ...(history.length === 0 ? [] : [plural(history.length, "earlier state")]),
    ...(view === undefined ? [] : [`the view ${labelOfAddress(view.address)}`]),
    ...(requests.length === 0 ? [] : [`${plural(requests.length, "request")} for the console`]),
    ...(settings === undefined ? [] : [`server settings (${settingsInWords(settings)})`]),
    ...(identity === undefined ? [] : [`the user ${identity.user} to act as`]),
  ];
  return parts.length === 0 ? "It brings nothing." : `It brings ${inList(parts)}.`;
}

const changesIn = ({ compacted, versions }: WorldHistory): number =>
  versions.filter(({ revision }) => revision > compacted).length;

/** `a, b and c`. */
const inList = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
