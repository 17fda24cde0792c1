import { groupVersionOf } from "../../../apimachinery/gvk.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { textOf } from "../../../apimachinery/text-of.ts";
import { consoleAgent, isKubeObject, pageAgent, RefusedError, sendJson } from "../../data/send.ts";
import { write, type Stored } from "../../data/write-object.ts";
import { groupPath } from "../../../client/resource-path.ts";
import { apiVersionOf, targetOf, type Resource } from "../../kube/resource.ts";
import { catalog } from "../../state/catalog.ts";
import type { Page } from "../../state/page.ts";
import { tellError } from "../../state/tell-error.ts";
import type { PolicyText } from "./model/policy-text.ts";

/** The error of an object whose kind the server does not serve. */
export class NotServed extends Error {}

export interface WriteOptions {
  readonly dryRun: boolean;
  readonly signal?: AbortSignal;
}

/** The result of a write with the object that it replaced. */
export interface Written extends Stored {
  readonly live: KubeObject | undefined;
}

/** Creates an object, or updates the one of its name. Throws NotServed, or RefusedWrite if the server rejects it. */
export async function writeDocument(page: Page, value: unknown, options: WriteOptions): Promise<Written> {
  const manifest = isRecord(value) ? value : {};
  const metadata = isRecord(manifest["metadata"]) ? manifest["metadata"] : {};
  const resource = await resourceOf(page, textOf(manifest["apiVersion"]), textOf(manifest["kind"]));
  const namespace = resource.namespaced ? textOf(metadata["namespace"]) || "default" : undefined;
  const target = targetOf({ ...resource, ...(namespace !== undefined && { namespace }) });
  const live = await find(page, `${target}/${encodeURIComponent(textOf(metadata["name"]))}`);
  return { ...(await write(page, { target, manifest, live, ...options })), live };
}

/** Returns an object; undefined if there is none. */
export async function find(page: Page, target: string): Promise<KubeObject | undefined> {
  try {
    const object = await sendJson(page.handle, pageAgent, { method: "GET", target });
    return isKubeObject(object) ? object : undefined;
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}

/** Finds the resource of a kind in the catalog, which has one version of each, or in the discovery of its version. */
export async function resourceOf(
  page: Page,
  apiVersion: string,
  kind: string,
): Promise<Pick<Resource, "group" | "version" | "resource" | "namespaced">> {
  const version = groupVersionOf(apiVersion);
  const known = catalog
    .of(page)
    .getState()
    .resources.find((one) => one.kind === kind && apiVersionOf(one) === apiVersion);
  if (known !== undefined) return known;
  const list = await sendJson(page.handle, pageAgent, { method: "GET", target: groupPath(version) }).catch(
    () => undefined,
  );
  const resources: readonly unknown[] = isRecord(list) && Array.isArray(list["resources"]) ? list["resources"] : [];
  const found = resources.filter(isRecord).find((one) => one["kind"] === kind && !textOf(one["name"]).includes("/"));
  if (found === undefined) throw new NotServed(`The server does not serve ${kind} of ${apiVersion}.`);
  return { ...version, resource: textOf(found["name"]), namespaced: found["namespaced"] === true };
}

/** Stores a policy with its parameters and bindings, in the order in which they are needed. */
export async function installPolicy(page: Page, { policy, bindings, objects }: PolicyText): Promise<boolean> {
  const documents = [...objects, ...(policy === undefined ? [] : [policy]), ...bindings];
  try {
    for (const { value } of documents) await writeDocument(page, value, { dryRun: false });
  } catch (error) {
    tellError(page, error);
    return false;
  }
  const name = policy?.name ?? "";
  page.toasts.add({
    description: bindings.length === 0 ? `${name} is installed.` : `${name} is bound. It takes effect within a second.`,
  });
  return true;
}

/** Deletes the bindings of a policy, or the policy with them. */
export async function removePolicy(page: Page, { policy, bindings }: PolicyText, whole: boolean): Promise<void> {
  const documents = [...bindings, ...(whole && policy !== undefined ? [policy] : [])];
  try {
    for (const { value, kind, name } of documents) {
      const resource = await resourceOf(page, textOf(isRecord(value) ? value["apiVersion"] : ""), kind);
      const target = targetOf({ ...resource, name });
      if ((await find(page, target)) !== undefined)
        await sendJson(page.handle, consoleAgent, { method: "DELETE", target });
    }
    page.toasts.add({ description: `${policy?.name ?? ""} is ${whole ? "deleted" : "not bound any more"}.` });
  } catch (error) {
    tellError(page, error);
  }
}
