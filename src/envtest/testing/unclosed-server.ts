// Does with a server what its argument says, and leaves it open with all its controllers, as a test does that failed.
import { createTestServer } from "../test-server.ts";

const server = await createTestServer({ controllers: ["*"] });

const labels = { app: "web" };
const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "default" },
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "nginx" }] } },
  },
};
const watchPath = "/apis/apps/v1/replicasets?watch=1";

async function say(body: ReadableStream<Uint8Array> | null): Promise<void> {
  for await (const piece of body ?? []) process.stdout.write(new TextDecoder().decode(piece).slice(0, 15));
}

const uses: Readonly<Record<string, () => Promise<void>>> = {
  async waits() {
    await server.create(deployment);
    const reference = { apiVersion: "apps/v1", kind: "ReplicaSet", metadata: { namespace: "default" } };
    process.stdout.write((await server.waitFor(reference, () => true)).kind);
  },
  async watches() {
    const { body } = await server.fetch(watchPath);
    void say(body);
    await server.create(deployment);
  },
  async listens() {
    const answer = await fetch(`${await server.listen()}/version`);
    process.stdout.write(String(answer.status));
  },
  async watchesOverHttp() {
    const { body } = await fetch((await server.listen()) + watchPath);
    void say(body);
    await server.create(deployment);
  },
};

await uses[process.argv[2] ?? ""]?.();
