import { isRecord } from "../../apimachinery/is-record.ts";
import { nameOfSubject, type Action, type Subject } from "../actions/action.ts";
import { actionTable, withKind } from "../actions/action-table.ts";
import { isKubeObject, pageAgent, sendJson } from "../data/send.ts";
import { addressOf, nameOf, targetOf, type Resource } from "../kube/resource.ts";
import type { Page } from "../state/page.ts";
import { navigate } from "../state/route.ts";
import type { Command } from "./commands.ts";

/** Kinds left out of the search because they have many objects that are rarely looked up by name. */
const unsought: ReadonlySet<string> = new Set(["events", "endpointslices", "componentstatuses"]);

const perKind = 500;

/** An object as the palette knows it. */
interface FoundObject extends Subject {
  readonly kind: Resource;
}

/** Lists the objects of all kinds. Called when the palette opens. */
export async function findObjects(
  page: Page,
  resources: readonly Resource[],
  signal: AbortSignal,
): Promise<readonly FoundObject[]> {
  const sought = resources.filter((resource) => resource.verbs.includes("list") && !unsought.has(resource.resource));
  const found = await Promise.all(sought.map((resource) => objectsOf(page, resource, signal).catch(() => [])));
  return found.flat();
}

async function objectsOf(page: Page, kind: Resource, signal: AbortSignal): Promise<readonly FoundObject[]> {
  const list = await sendJson(page.handle, pageAgent, {
    method: "GET",
    target: `${targetOf(kind)}?limit=${perKind}`,
    signal,
  });
  const items: readonly unknown[] = isRecord(list) && Array.isArray(list["items"]) ? list["items"] : [];
  return items.filter(isKubeObject).map((object) => ({ kind, object }));
}

const idOf = ({ kind, object }: FoundObject): string => `${kind.group}/${kind.resource}/${nameOf(object)}`;

/** The commands that open objects, by their names. */
export const objectCommands = (objects: readonly FoundObject[]): readonly Command[] =>
  objects.map((one) => ({
    id: `object ${idOf(one)}`,
    label: nameOf(one.object),
    note: one.kind.kind,
    icon: "objects",
    run: () =>
      navigate(addressOf({ ...one.kind, namespace: one.object.metadata.namespace, name: one.object.metadata.name })),
  }));

/** How many objects an action is offered on: more are found by their names. */
const mostPerAction = 20;

/** A word of the search that names an action is at least this long. */
const shortestVerb = 3;

/** The actions that a word of the search names. */
function namedActions(words: readonly string[]): readonly Action[] {
  const verbs = words.filter((word) => word.length >= shortestVerb);
  return actionTable.filter(({ label }) =>
    verbs.some((verb) =>
      label
        .toLowerCase()
        .split(" ")
        .some((word) => word.startsWith(verb)),
    ),
  );
}

/** The commands that ask for the actions which a search names, on the objects to which they are of use. */
export function actionCommands(
  objects: readonly FoundObject[],
  search: string,
  ask: (action: Action, subject: Subject) => void,
): readonly Command[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return namedActions(words).flatMap((action) =>
    objects
      .filter(({ kind }) => action.kinds === undefined || action.kinds.includes(`${kind.group}/${kind.kind}`))
      .filter((one) => {
        const text = `${action.label} ${nameOf(one.object)} ${one.kind.kind}`.toLowerCase();
        return words.every((word) => text.includes(word)) && action.refuses?.(withKind(one)) === undefined;
      })
      .slice(0, mostPerAction)
      .map((one) => ({
        id: `${action.id} ${idOf(one)}`,
        label: `${action.label} ${nameOfSubject(one)}`,
        note: `${one.kind.kind}${one.object.metadata.namespace === undefined ? "" : ` in ${one.object.metadata.namespace}`}`,
        icon: action.icon,
        words: [one.object.metadata.namespace ?? ""],
        run: () => ask(action, one),
      })),
  );
}
