import { isRecord } from "../../../apimachinery/is-record.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { textOf } from "../../../apimachinery/text-of.ts";
import { Client } from "../../../client/client.ts";
import { discover, preferred } from "../../../client/discovery.ts";
import { listItems, pageAgent, sendJson } from "../../data/send.ts";
import { targetOf, type Resource } from "../../kube/resource.ts";
import type { Page } from "../../state/page.ts";

const mostObjects = 200;

/** The schema of one version of a CustomResourceDefinition. */
export interface LiveSchema {
  readonly label: string;
  readonly group: string;
  readonly resource: string;
  readonly schema: unknown;
}

async function list(page: Page, target: string): Promise<readonly KubeObject[]> {
  const answer = await sendJson(page.handle, pageAgent, { method: "GET", target: `${target}?limit=${mostObjects}` });
  return listItems(answer);
}

function schemasOf(definition: KubeObject): readonly LiveSchema[] {
  const spec: unknown = Reflect.get(definition, "spec");
  if (!isRecord(spec) || !Array.isArray(spec["versions"]) || !isRecord(spec["names"])) return [];
  const { kind, plural } = spec["names"];
  const versions: readonly unknown[] = spec["versions"];
  return versions.flatMap((version) => {
    const schema = isRecord(version) && isRecord(version["schema"]) ? version["schema"]["openAPIV3Schema"] : undefined;
    if (!isRecord(version) || schema === undefined) return [];
    return [
      {
        label: `${textOf(kind)} · ${textOf(spec["group"])}/${textOf(version["name"])}`,
        group: textOf(spec["group"]),
        resource: textOf(plural),
        schema,
      },
    ];
  });
}

/** Lists the schemas of all CustomResourceDefinitions on the server. */
export async function liveSchemas(page: Page): Promise<readonly LiveSchema[]> {
  return (await list(page, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions")).flatMap(schemasOf);
}

/** Lists the kinds that support list, from discovery. Custom resources come first. */
export async function liveKinds(page: Page): Promise<readonly Resource[]> {
  const { resources } = await discover(new Client({ handle: page.handle, userAgent: pageAgent }));
  const isBuiltin = ({ group }: Resource): number => Number(!group.includes(".") || group.endsWith(".k8s.io"));
  return preferred(resources)
    .filter(({ verbs }) => verbs.includes("list"))
    .toSorted((a, b) => isBuiltin(a) - isBuiltin(b) || (a.kind < b.kind ? -1 : 1));
}

/** Lists the objects of a kind in all namespaces, with apiVersion and kind set in each. */
export async function liveObjects(page: Page, resource: Resource): Promise<readonly KubeObject[]> {
  const apiVersion = resource.group === "" ? resource.version : `${resource.group}/${resource.version}`;
  return (await list(page, targetOf(resource))).map((object) => ({
    apiVersion,
    kind: resource.kind,
    ...object,
    metadata: withoutManagedFields(object),
  }));
}

/** Removes the managed fields, which are large and irrelevant to rules. */
function withoutManagedFields({ metadata }: KubeObject): KubeObject["metadata"] {
  const { managedFields: _managed, ...rest } = metadata;
  return rest;
}
