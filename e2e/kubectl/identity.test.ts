import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startKubectlClient, type KubectlClient } from "./kubectl-client.ts";

const folder = mkdtempSync(join(tmpdir(), "kubepad-identity-"));
const rbac = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRoleBinding" };
let client: KubectlClient;

/** kubectl sends no tokens without TLS: it is anonymous here, and an administrator only since this binding. */
beforeAll(async () => {
  const tokenFile = join(folder, "tokens.csv");
  writeFileSync(tokenFile, 'admin-token,admin,admin-uid,"system:masters"\n');
  client = await startKubectlClient(["--token-auth-file", tokenFile]);
  const binding = {
    ...rbac,
    metadata: { name: "kubectl" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
    subjects: [{ kind: "User", name: "system:anonymous" }],
  };
  const made = await fetch(`${client.url}/apis/rbac.authorization.k8s.io/v1/clusterrolebindings`, {
    method: "POST",
    headers: { Authorization: "Bearer admin-token", "Content-Type": "application/json" },
    body: JSON.stringify(binding),
  });
  if (made.status !== 201) throw new Error(await made.text());
}, 240_000);

afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});

async function kubectl(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await client.run(args);
  expect(`${status} ${stderr}`, `kubectl ${args.join(" ")}`).toBe("0 ");
  return stdout.replace(/ +/g, " ").replace(/ $/gm, "");
}

describe("identity with kubectl 1.34", { timeout: 240_000 }, () => {
  test("auth whoami", async () => {
    expect(await kubectl("auth", "whoami")).toBe(
      "ATTRIBUTE VALUE\nUsername system:anonymous\nGroups [system:unauthenticated]\n",
    );
    expect(
      await kubectl("auth", "whoami", "--as", "bob", "--as-group", "dev", "--as-group", "ops", "--as-uid", "u-1"),
    ).toBe("ATTRIBUTE VALUE\nUsername bob\nUID u-1\nGroups [dev ops system:authenticated]\n");
  });

  test("auth can-i, and --list", async () => {
    await kubectl("create", "namespace", "team");
    await kubectl("create", "rolebinding", "bob", "--clusterrole=view", "--user=bob", "-n", "team");
    expect(await kubectl("auth", "can-i", "list", "pods", "-n", "team", "--as", "bob")).toBe("yes\n");
    expect(await client.run(["auth", "can-i", "list", "secrets", "-n", "team", "--as", "bob"])).toMatchObject({
      status: 1,
      stdout: "no\n",
    });
    const lines = (await kubectl("auth", "can-i", "--list", "-n", "team", "--as", "bob")).split("\n");
    expect(lines[0]).toBe("Resources Non-Resource URLs Resource Names Verbs");
    expect(lines).toContain("selfsubjectaccessreviews.authorization.k8s.io [] [] [create]");
    expect(lines).toContain("pods/log [] [] [get list watch]");
    expect(lines).toContain(" [/version/] [] [get]");
    expect(lines).not.toContain("secrets [] [] [get list watch]");
  });

  test("--as is refused where somebody may not", async () => {
    const { status, stderr } = await client.run(["get", "secrets", "-n", "team", "--as", "bob"]);
    expect([status, stderr]).toEqual([
      1,
      'Error from server (Forbidden): secrets is forbidden: User "bob" cannot list resource "secrets" in API group "" in the namespace "team"\n',
    ]);
    expect((await client.run(["get", "pods", "-n", "team", "--as", "bob"])).status).toBe(0);
    expect(
      (await client.run(["get", "pods", "-n", "team", "--as", "system:serviceaccount:team:robot"])).stderr,
    ).toContain('User "system:serviceaccount:team:robot" cannot list resource "pods"');
  });

  test("nobody grants what they do not hold", async () => {
    await kubectl(
      "create",
      "clusterrole",
      "granter",
      "--verb=create,get",
      "--resource=clusterroles.rbac.authorization.k8s.io",
    );
    await kubectl("create", "clusterrolebinding", "granter", "--clusterrole=granter", "--user=carol");
    const { status, stderr } = await client.run([
      "create",
      "clusterrole",
      "secrets",
      "--verb=get",
      "--resource=secrets",
      "--as",
      "carol",
    ]);
    expect(status).toBe(1);
    expect(stderr).toContain(
      'user "carol" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}',
    );
  });

  test("roles that carry the label become part of view", async () => {
    await kubectl("create", "clusterrole", "widgets", "--verb=get", "--resource=configmaps/widgets");
    await kubectl("label", "clusterrole", "widgets", "rbac.authorization.k8s.io/aggregate-to-view=true");
    expect(
      await kubectl(
        "wait",
        "clusterrole/view",
        "--for=jsonpath={.rules[11].resources[0]}=configmaps/widgets",
        "--timeout=20s",
      ),
    ).toContain("condition met");
    expect(
      await kubectl(
        "wait",
        "clusterrole/admin",
        "--for=jsonpath={.rules[25].resources[0]}=configmaps/widgets",
        "--timeout=20s",
      ),
    ).toContain("condition met");
  });

  test("create token gives a token that the server accepts", async () => {
    await kubectl("create", "serviceaccount", "robot", "-n", "team");
    const token = (await kubectl("create", "token", "robot", "-n", "team", "--duration=20m")).trim();
    const review = await fetch(`${client.url}/apis/authentication.k8s.io/v1/selfsubjectreviews`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: '{"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"}',
    });
    expect(await review.json()).toMatchObject({
      status: {
        userInfo: {
          username: "system:serviceaccount:team:robot",
          groups: ["system:serviceaccounts", "system:serviceaccounts:team", "system:authenticated"],
        },
      },
    });
    expect((await client.run(["create", "token", "robot", "-n", "team", "--duration=5m"])).stderr).toContain(
      "may not specify a duration less than 10 minutes",
    );
    await kubectl("delete", "serviceaccount", "robot", "-n", "team");
    const gone = await fetch(`${client.url}/version`, { headers: { Authorization: `Bearer ${token}` } });
    expect([gone.status, (await gone.json()).message]).toEqual([401, "Unauthorized"]);
    expect((await client.run(["create", "token", "robot", "-n", "team"])).stderr).toContain(
      'serviceaccounts "robot" not found',
    );
  });
});
