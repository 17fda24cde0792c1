import { isRecord } from "../../apimachinery/is-record.ts";
import { isKubeObject, sendJson } from "../data/send.ts";
import { addressOf, nameOf, targetOf, type Resource } from "../kube/resource.ts";
import type { Page } from "../state/page.ts";
import { navigate } from "../state/route.ts";
import type { Command } from "./commands.ts";

/** Kinds left out of the search because they have many objects that are rarely looked up by name. */
const unsought: ReadonlySet<string> = new Set(["events", "endpointslices", "componentstatuses"]);

const perKind = 500;

/** Lists the objects of all kinds by name. Called when the palette opens. */
export async function findObjects(
  page: Page,
  resources: readonly Resource[],
  signal: AbortSignal,
): Promise<readonly Command[]> {
  const sought = resources.filter((resource) => resource.verbs.includes("list") && !unsought.has(resource.resource));
  const found = await Promise.all(sought.map((resource) => objectsOf(page, resource, signal).catch(() => [])));
  return found.flat();
}

async function objectsOf(page: Page, resource: Resource, signal: AbortSignal): Promise<readonly Command[]> {
  const list = await sendJson(page.handle, "kubepad-ui/0.1", {
    method: "GET",
    target: `${targetOf(resource)}?limit=${perKind}`,
    signal,
  });
  const items: readonly unknown[] = isRecord(list) && Array.isArray(list["items"]) ? list["items"] : [];
  return items.filter(isKubeObject).map((object) => ({
    id: `object ${resource.group}/${resource.resource}/${nameOf(object)}`,
    label: nameOf(object),
    note: resource.kind,
    icon: "objects",
    run: () => navigate(addressOf({ ...resource, namespace: object.metadata.namespace, name: object.metadata.name })),
  }));
}
