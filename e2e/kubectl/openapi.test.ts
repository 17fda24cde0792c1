import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startKubectlClient, type KubectlClient } from "./kubectl-client.ts";

let kubectl: KubectlClient;

beforeAll(async () => {
  kubectl = await startKubectlClient();
}, 240_000);

afterAll(() => kubectl.close());

/** Runs kubectl, which must succeed, and gives what it printed. */
async function run(args: readonly string[], stdin = ""): Promise<string> {
  const { status, stdout, stderr } = await kubectl.run(args, { stdin });
  expect(`${status} ${stderr}`, `kubectl ${args.join(" ")}`).toBe("0 ");
  return stdout;
}

describe("kubectl explain", () => {
  test("tells a field's type and documentation", async () => {
    const text = await run(["explain", "deployment.spec.replicas"]);
    expect(text).toMatch(/GROUP:\s+apps\nKIND:\s+Deployment\nVERSION:\s+v1/);
    expect(text).toMatch(/FIELD: replicas <integer>/);
    expect(text).toMatch(/Number of desired pods/);
  });

  test("tells the members of an object, what is required and what may be chosen", async () => {
    expect(await run(["explain", "pod.spec"])).toMatch(/containers\t<\[\]Container> -required-/);
    expect(await run(["explain", "pod.spec.restartPolicy"])).toMatch(/ENUM:\n\s+Always\n\s+Never\n\s+OnFailure/);
  });

  test("goes all the way down", async () => {
    const text = await run(["explain", "job", "--recursive"]);
    expect(text).toMatch(/podFailurePolicy\t<PodFailurePolicy>/);
    expect(text).toMatch(/livenessProbe\t<Probe>/);
  });

  test("knows other versions", async () => {
    expect(await run(["explain", "hpa.spec.targetCPUUtilizationPercentage", "--api-version=autoscaling/v1"])).toMatch(
      /<integer>/,
    );
  });

  test("reads version 2, which it takes as protobuf", async () => {
    const text = await run(["explain", "pod.spec.containers.image", "--output=plaintext-openapiv2"]);
    expect(text).toMatch(/FIELD: {4}image <string>/);
    expect(text).toMatch(/Container image name/);
  });

  test("says what does not exist", async () => {
    expect((await kubectl.run(["explain", "pod.spec.nothing"])).stderr).toBe('error: field "nothing" does not exist\n');
  });
});

const configMap = (more: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: checked}\n${more}`;

describe("kubectl with validation", () => {
  test("creates and applies what is valid", async () => {
    expect(await run(["create", "--validate=strict", "-f", "-"], configMap('data: {a: "1"}'))).toBe(
      "configmap/checked created\n",
    );
    const { status, stdout } = await kubectl.run(["apply", "--validate=strict", "-f", "-"], {
      stdin: configMap('data: {a: "2"}'),
    });
    expect([status, stdout]).toEqual([0, "configmap/checked configured\n"]);
  });

  test("refuses members that there are not", async () => {
    const { status, stderr } = await kubectl.run(["apply", "--validate=strict", "-f", "-"], {
      stdin: configMap("bogus: 1"),
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/strict decoding error: unknown field "bogus"/);
  });
});

describe("kubectl get", () => {
  test("shows the columns of a kind", async () => {
    expect(await run(["get", "namespace", "default"])).toMatch(/^NAME {6}STATUS {3}AGE\ndefault {3}Active {3}\d+s\n$/);
  });

  test("shows more of them when wide", async () => {
    const pod =
      '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{"nodeName":"n","containers":[{"name":"c","image":"i"}]}}';
    await run(["create", "-f", "-"], pod);
    expect(await run(["get", "pods"])).toMatch(
      /^NAME {3}READY {3}STATUS {4}RESTARTS {3}AGE\np {6}0\/1 {5}Pending {3}0 {10}\d+s\n$/,
    );
    expect(await run(["get", "pods", "-o", "wide"])).toMatch(
      /^NAME +READY +STATUS +RESTARTS +AGE +IP +NODE +NOMINATED NODE +READINESS GATES\np +0\/1 +Pending +0 +\d+s +<none> +n +<none> +<none>\n$/,
    );
  });

  test("sorts rows by the metadata that goes with them", async () => {
    expect(await run(["get", "cm", "--sort-by=.metadata.name", "--no-headers"])).toMatch(/^checked +1 +\d+s\n$/);
  });
});
