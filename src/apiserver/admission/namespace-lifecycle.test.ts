import { expect, test } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { anonymousUser } from "../request/user.ts";
import { AttributesRecord, type AdmissionAttributes, type Operation } from "./attributes.ts";
import { unconverted } from "./testing/unconverted.ts";
import { createNamespaceLifecycle } from "./namespace-lifecycle.ts";

const namespaces: Readonly<Record<string, KubeObject>> = {
  here: { metadata: { name: "here" }, status: { phase: "Active" } },
  going: { metadata: { name: "going" }, status: { phase: "Terminating" } },
};
const plugin = createNamespaceLifecycle((name) => namespaces[name]);

const attributes = (operation: Operation, namespace: string): AdmissionAttributes =>
  new AttributesRecord(
    { namespace, dryRun: false, user: anonymousUser, warn: () => undefined },
    {
      operation,
      name: "a",
      subresource: "",
      kind: { group: "", version: "v1", kind: "ConfigMap" },
      resource: { group: "", version: "v1", resource: "configmaps" },
      object: { metadata: { name: "a", namespace } },
      oldObject: undefined,
      objects: unconverted,
    },
  );
const admit = async (operation: Operation, namespace: string) => plugin.admit?.(attributes(operation, namespace));

test("objects enter a namespace that is there", async () => {
  await expect(admit("CREATE", "here")).resolves.toBeUndefined();
});

test("nothing enters a namespace that is not there", async () => {
  await expect(admit("CREATE", "nowhere")).rejects.toThrow('namespaces "nowhere" not found');
});

test("nothing new enters a namespace that is going, and the cause says so", async () => {
  const refusal = admit("CREATE", "going");
  await expect(refusal).rejects.toThrow(
    'configmaps "a" is forbidden: unable to create new content in namespace going because it is being terminated',
  );
  await expect(refusal).rejects.toMatchObject({
    status: { details: { causes: [{ reason: "NamespaceTerminating", field: "metadata.namespace" }] } },
  });
});

test("what is in a namespace that is going can be changed and deleted", async () => {
  await expect(admit("UPDATE", "going")).resolves.toBeUndefined();
  await expect(admit("DELETE", "going")).resolves.toBeUndefined();
});
