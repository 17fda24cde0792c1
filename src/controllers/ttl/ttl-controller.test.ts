import { afterEach, describe, expect, it } from "vitest";
import { type ControlledServer, startControlled } from "../testing/controlled-server.ts";
import { NodeCount } from "./ttl-controller.ts";

const annotation = "node.alpha.kubernetes.io/ttl";

describe("the time that kubelets may keep objects", () => {
  it("follows the number of nodes, later on the way down than on the way up", () => {
    const count = new NodeCount();
    const changes: string[] = [];
    for (let nodes = 1; nodes <= 2001; nodes++) if (count.add()) changes.push(`${nodes}: ${count.seconds}`);
    for (let nodes = 2000; nodes >= 0; nodes--) if (count.remove()) changes.push(`${nodes}: ${count.seconds}`);
    expect(changes).toEqual(["101: 15", "501: 30", "1001: 60", "2001: 300", "1799: 60", "899: 30", "449: 15", "89: 0"]);
  });
});

describe("ttl-controller", () => {
  let server: ControlledServer | undefined;
  afterEach(() => server?.close());

  it("annotates nodes, mends what is no number, and writes nothing else", async () => {
    server = await startControlled(["ttl-controller"]);
    const { create, get, patch, written } = server;
    const ttlOf = async (name: string) => (await get("nodes", name)).metadata.annotations?.[annotation];
    await create("nodes", { metadata: { name: "a" } });
    await create("nodes", { metadata: { name: "b", annotations: { [annotation]: "15" } } });
    await expect.poll(async () => [await ttlOf("a"), await ttlOf("b")]).toEqual(["0", "0"]);
    await patch("nodes", "a", { metadata: { annotations: { [annotation]: "soon" } } });
    await expect.poll(() => ttlOf("a")).toBe("0");
    await patch("nodes", "b", { metadata: { labels: { x: "y" } } });
    await create("nodes", { metadata: { name: "c" } });
    await expect.poll(() => ttlOf("c")).toBe("0");
    expect(written).toEqual(["a", "b", "a", "c"].map((name) => `PATCH /api/v1/nodes/${name}`));
  });
});
