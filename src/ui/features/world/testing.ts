import { worldKinds, worldObject, type WorldObject } from "./world-kinds.ts";

/** Makes an object of the world whose uid is its name. */
export function madeObject(kindName: string, name: string, more: object = {}, owner?: string): WorldObject {
  const kind = worldKinds.find((one) => one.kind === kindName);
  if (kind === undefined) throw new Error(kindName);
  const ownerReferences = owner === undefined ? [] : [{ apiVersion: "v1", kind: "Any", name: owner, uid: owner }];
  const namespace = kindName === "Node" ? {} : { namespace: "default" };
  return worldObject(kind, { metadata: { name, ...namespace, uid: name, ownerReferences }, ...more });
}

const isReady = { type: "Ready", status: "True" };

/** A pod that runs on a node, or waits for one. */
export const madePod = (name: string, node: string, owner?: string): WorldObject =>
  madeObject(
    "Pod",
    name,
    {
      spec: { nodeName: node },
      status: node === "" ? { phase: "Pending" } : { phase: "Running", conditions: [isReady] },
    },
    owner,
  );
