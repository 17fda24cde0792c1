import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startKubectlOverTls, type KubectlClient } from "./kubectl-client.ts";

let client: KubectlClient;

beforeAll(async () => {
  client = await startKubectlOverTls(["--token-auth-file", "/dev/null"]);
}, 240_000);

afterAll(() => client.close());

async function kubectl(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await client.run(args);
  expect(`${status} ${stderr}`, `kubectl ${args.join(" ")}`).toBe("0 ");
  return stdout.replace(/ +/g, " ").replace(/ $/gm, "");
}

describe("kubectl 1.34 over TLS, with the kubeconfig that the server wrote", { timeout: 240_000 }, () => {
  test("is the administrator; without the token nobody is", async () => {
    expect(await kubectl("auth", "whoami")).toBe(
      "ATTRIBUTE VALUE\nUsername kubernetes-admin\nGroups [system:masters system:authenticated]\n",
    );
    expect((await client.run(["--token", "wrong", "get", "namespaces"])).stderr).toContain(
      "error: You must be logged in to the server",
    );
  });

  test("--as, and auth can-i --list for somebody else", async () => {
    await kubectl("create", "rolebinding", "bob", "--clusterrole=edit", "--user=bob");
    expect(await kubectl("get", "pods", "--as", "bob", "-o", "name")).toBe("");
    expect((await client.run(["get", "nodes", "--as", "bob"])).stderr).toBe(
      'Error from server (Forbidden): nodes is forbidden: User "bob" cannot list resource "nodes" in API group "" at the cluster scope\n',
    );
    expect(await kubectl("auth", "can-i", "--list", "--as", "bob")).toContain(
      "deployments.apps [] [] [create delete deletecollection patch update get list watch]",
    );
    expect(await kubectl("auth", "can-i", "--list")).toContain("*.* [] [] [*]");
  });

  test("create token gives one that is taken over TLS", async () => {
    await kubectl("create", "serviceaccount", "robot");
    const token = (await kubectl("create", "token", "robot", "--duration", "20m")).trim();
    expect(await kubectl("--token", token, "auth", "whoami", "-o", "jsonpath={.status.userInfo.username}")).toBe(
      "system:serviceaccount:default:robot",
    );
  });

  test("api-versions and api-resources", async () => {
    const versions = (await kubectl("api-versions")).trim().split("\n");
    expect(versions).toEqual(versions.toSorted());
    expect(versions).toEqual(expect.arrayContaining(["apps/v1", "rbac.authorization.k8s.io/v1", "v1"]));
    const resources = (await kubectl("api-resources", "--verbs=list", "--namespaced", "-o", "name")).trim().split("\n");
    expect(resources).toEqual(
      expect.arrayContaining(["configmaps", "deployments.apps", "endpointslices.discovery.k8s.io"]),
    );
    expect(resources).not.toContain("nodes");
    expect(await kubectl("api-resources", "--api-group=apps", "-o", "wide")).toContain(
      "deployments deploy apps/v1 true Deployment create,delete,deletecollection,get,list,patch,update,watch all",
    );
  });

  test("get --show-managed-fields", async () => {
    await kubectl("create", "configmap", "owned", "--from-literal=a=1");
    expect(await kubectl("get", "configmap", "owned", "-o", "yaml")).not.toContain("managedFields");
    const shown = await kubectl("get", "configmap", "owned", "-o", "yaml", "--show-managed-fields");
    expect(shown).toMatch(
      /managedFields:\n - apiVersion: v1\n fieldsType: FieldsV1\n fieldsV1:\n f:data:\n \.: \{\}\n f:a: \{\}\n manager: kubectl-create\n operation: Update\n time: "/,
    );
  });

  test("get --raw /metrics, /healthz and /version", async () => {
    const metrics = (await kubectl("get", "--raw", "/metrics")).split("\n");
    expect(metrics).toContain("# TYPE apiserver_request_total counter");
    expect(
      metrics.some((line) =>
        /^apiserver_request_total\{code="201",.*resource="configmaps",.*verb="POST",version="v1"\} \d+$/.test(line),
      ),
    ).toBe(true);
    expect(await kubectl("get", "--raw", "/healthz")).toBe("ok");
    expect(await kubectl("version")).toContain("Server Version: v1.34.0+kubepad");
  });

  test("explain over TLS", async () => {
    expect(await kubectl("explain", "deployment.spec.replicas")).toContain("FIELD: replicas <integer>");
  });
});
