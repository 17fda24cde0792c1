import { expect, it } from "vitest";
import { openServer, validate } from "./server.ts";
import { validateManifests } from "./validate-manifests.ts";

const files = (count: number, textOf: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => ({ name: `${i}.yaml`, text: textOf(i) }));

const typed = (apiVersion: string, kind: string, name: string, rest = ""): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: "${name}"}\n${rest}`;

const priorityClass = (i: number): string => typed("scheduling.k8s.io/v1", "PriorityClass", `class-${i}`, "value: 1\n");

it("has addresses for more Services than a cluster of the default size, and those of other installers", async () => {
  const service = (i: number): string => typed("v1", "Service", `s-${i}`, "spec: {ports: [{port: 80}]}\n");
  const dns = typed("v1", "Service", "dns", "spec: {clusterIP: 10.96.0.10, ports: [{port: 53}]}\n");
  const report = await validate({ files: [...files(300, service), { name: "dns.yaml", text: dns }] });
  expect(report.objects.filter(({ outcome }) => outcome === "refused")).toEqual([]);
}, 60_000);

it("asks once what the server has of a kind without namespaces, not for each object", async () => {
  const asked = async (count: number): Promise<number> => {
    const server = await openServer({});
    let reads = 0;
    const handle: typeof server.asked.handle = (exchange) => {
      if (exchange.method === "GET" && exchange.target.includes("/priorityclasses")) reads++;
      return server.asked.handle(exchange);
    };
    try {
      await validateManifests({ ...server.asked, handle }, { files: files(count, priorityClass) });
      return reads;
    } finally {
      await server.close();
    }
  };
  expect(await asked(20)).toBe(await asked(5));
}, 60_000);

it("judges several objects of a kind that is not listed", async () => {
  const review = "spec: {user: ann, nonResourceAttributes: {path: /, verb: get}}\n";
  const typeOf = (i: number): string => typed("authorization.k8s.io/v1", "SubjectAccessReview", `review-${i}`, review);
  const { objects } = await validate({ files: files(3, typeOf) });
  expect(objects.map(({ object }) => object.kind)).toEqual(Array(3).fill("SubjectAccessReview"));
}, 60_000);

it("changes objects of the server itself, and objects that were sent before", async () => {
  const role = (name: string): string => typed("rbac.authorization.k8s.io/v1", "ClusterRole", name, "rules: []\n");
  const names = ["a", "b", "edit", "system:basic-user", "b"];
  const { objects } = await validate({ files: names.map((name, i) => ({ name: `${i}.yaml`, text: role(name) })) });
  expect(objects.map(({ outcome }) => outcome)).toEqual(names.map(() => "accepted"));
}, 60_000);
