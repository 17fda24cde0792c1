import { expect, test } from "vitest";
import { rowOf } from "./rows.ts";
import { withEndpoints } from "./service-endpoints.ts";

const kind = { group: "", version: "v1", resource: "services", kind: "Service", namespaced: true } as const;
const service = (name: string, spec: object) =>
  rowOf(
    { cells: [], object: { apiVersion: "v1", kind: "Service", metadata: { name, namespace: "n" }, spec } },
    false,
    kind,
  );

test("Services have the state of their endpoints, if none of their own", () => {
  const rows = [
    service("web", {}),
    service("half", {}),
    service("none", {}),
    service("alias", { type: "ExternalName", externalName: "example.com" }),
    service("late", { type: "LoadBalancer" }),
  ];
  const endpoints = new Map([
    ["n/web", { ready: 2, of: 2 }],
    ["n/half", { ready: 1, of: 2 }],
    ["n/alias", { ready: 1, of: 1 }],
  ]);
  const told = withEndpoints(rows, endpoints).map(({ summary }) => [summary?.state, summary?.level, summary?.reason]);
  expect(told).toEqual([
    ["Ready", "ok", "2 of 2 ready"],
    ["Ready", "warning", "1 of 2 ready"],
    ["No endpoints", "error", ""],
    ["External name", "ok", "example.com"],
    ["Pending", "warning", "no load balancer"],
  ]);
});
