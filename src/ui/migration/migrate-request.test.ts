import { describe, expect, it } from "vitest";
import { findMigration, migrateRequest, type VersionedRequest } from "./migrate-request.ts";

const request = (method: string, target: string, body = ""): VersionedRequest => ({ method, target, body });
const migrated = (asked: VersionedRequest): VersionedRequest | undefined => {
  const migration = findMigration(asked);
  return migration === undefined ? undefined : migrateRequest(asked, migration);
};

describe("a request for an old version", () => {
  it("is known by its path, whatever it asks for there", () => {
    expect(findMigration(request("GET", "/apis/extensions/v1beta1/namespaces/a/ingresses/b/status"))).toMatchObject({
      kind: "Ingress",
      row: { to: "networking.k8s.io/v1" },
    });
    expect(findMigration(request("GET", "/apis/batch/v1beta1/cronjobs?watch=1"))).toMatchObject({ kind: "CronJob" });
    expect(findMigration(request("GET", "/apis/batch/v1/cronjobs"))).toBeUndefined();
    expect(findMigration(request("GET", "/version"))).toBeUndefined();
  });

  it("is known by its manifest where the path is not old", () => {
    expect(
      findMigration(
        request(
          "POST",
          "/apis/policy/v1/namespaces/a/poddisruptionbudgets",
          "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\n",
        ),
      ),
    ).toMatchObject({ groupVersion: "policy/v1beta1" });
    expect(
      findMigration(
        request(
          "POST",
          "/apis/policy/v1/namespaces/a/poddisruptionbudgets",
          '{"kind":"PodDisruptionBudget","apiVersion":"policy/v1"}',
        ),
      ),
    ).toBeUndefined();
  });

  // oxfmt-ignore
  it.each([
    ["/apis/extensions/v1beta1/namespaces/a/deployments?limit=2", "", "/apis/apps/v1/namespaces/a/deployments?limit=2", ""],
    ["/apis/apps/v1beta1/namespaces/a/deployments", '{ "apiVersion": "apps/v1beta1", "kind": "Deployment" }', "/apis/apps/v1/namespaces/a/deployments", '{ "apiVersion": "apps/v1", "kind": "Deployment" }'],
    ["/apis/apps/v1/namespaces/a/deployments", "kind: Deployment\napiVersion: 'apps/v1beta2'\n", "/apis/apps/v1/namespaces/a/deployments", "kind: Deployment\napiVersion: 'apps/v1'\n"],
    ["/apis/batch/v1beta1/namespaces/a/cronjobs", "apiVersion: batch/v1\nkind: CronJob\n", "/apis/batch/v1/namespaces/a/cronjobs", "apiVersion: batch/v1\nkind: CronJob\n"],
  ])("is rewritten: %s with %j", (target, body, newTarget, newBody) => {
    expect(migrated(request("POST", target, body))).toEqual(request("POST", newTarget, newBody));
  });

  it("asks for slices by label in place of endpoints by name, and has no other rewriting there", () => {
    expect(migrated(request("GET", "/api/v1/namespaces/a/endpoints/web"))?.target).toBe(
      "/apis/discovery.k8s.io/v1/namespaces/a/endpointslices?labelSelector=kubernetes.io/service-name=web",
    );
    expect(migrated(request("GET", "/api/v1/endpoints?limit=5"))?.target).toBe(
      "/apis/discovery.k8s.io/v1/endpointslices?limit=5",
    );
    expect(migrated(request("POST", "/api/v1/namespaces/a/endpoints", "{}"))).toBeUndefined();
  });

  it("is not rewritten where nothing took the version's place", () => {
    expect(migrated(request("GET", "/apis/policy/v1beta1/podsecuritypolicies"))).toBeUndefined();
  });
});
