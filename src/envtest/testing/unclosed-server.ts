// Leaves a server with all its controllers open, after it has waited for what one of them does.
import { createTestServer } from "../test-server.ts";

const server = await createTestServer({ controllers: ["*"] });
const labels = { app: "web" };
await server.create({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "default" },
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "nginx" }] } },
  },
});
const reference = { apiVersion: "apps/v1", kind: "ReplicaSet", metadata: { namespace: "default" } };
const { kind } = await server.waitFor(reference, () => true);
process.stdout.write(`${kind}\n`);
