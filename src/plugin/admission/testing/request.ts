import { messageOf } from "../../../apimachinery/message-of.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { AttributesRecord, type Operation } from "../../../apiserver/admission/attributes.ts";
import { unconverted } from "../../../apiserver/admission/testing/unconverted.ts";
import { anonymousUser, type UserInfo } from "../../../apiserver/request/user.ts";
import type { Listers } from "../listers.ts";

/** A request for admission, with what tests usually leave out. */
export interface TestRequest {
  readonly user?: UserInfo;
  readonly operation?: Operation;
  readonly group?: string;
  readonly version?: string;
  readonly resource: string;
  readonly kind?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly dryRun?: boolean;
  readonly object?: KubeObject;
  readonly oldObject?: KubeObject;
  readonly warnings?: string[];
  readonly annotations?: Map<string, string>;
}

/** Returns the attributes of a request; warnings and annotations are collected in what the test hands over. */
export function requestFor({ resource, object, oldObject, ...rest }: TestRequest): AttributesRecord {
  const { operation = "CREATE", group = "", version = "v1", kind = "Thing", subresource = "" } = rest;
  const { user = anonymousUser } = rest;
  const { namespace = "ns", dryRun = false, warnings = [], annotations = new Map<string, string>() } = rest;
  const request = {
    user,
    namespace,
    dryRun,
    warn: (text: string) => void warnings.push(text),
    audit: {
      decision: { level: "RequestResponse" },
      annotate: (key: string, value: string) => void annotations.set(key, value),
    },
  };
  return new AttributesRecord(request, {
    operation,
    kind: { group, version, kind },
    resource: { group, version, resource },
    subresource,
    name: object?.metadata.name ?? oldObject?.metadata.name ?? "",
    object,
    oldObject,
    objects: unconverted,
  });
}

/** Returns a request for a pod. */
export const podRequest = (spec: object, more: Partial<TestRequest> = {}): AttributesRecord =>
  requestFor({ resource: "pods", kind: "Pod", object: { metadata: { name: "p", namespace: "ns" }, spec }, ...more });

/** Lists these objects, whatever the namespace. */
export const listing = (objects: Readonly<Record<string, readonly KubeObject[]>>): Listers => ({
  list: (resource) => objects[resource] ?? [],
  find: (resource, _namespace, name) => objects[resource]?.find(({ metadata }) => metadata.name === name),
});

/** Returns why a request is forbidden, without the name of its object; undefined if it is let through. */
export function refusalOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return messageOf(error).replace(/^.* is forbidden: /, "");
  }
}
