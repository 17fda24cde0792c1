import { expect, it } from "vitest";
import { validate } from "./server.ts";

const deployment = (spec: string, kind = "Deployment"): string => `apiVersion: apps/v1
kind: ${kind}
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx}]}
${spec}`;

async function hintsAt(text: string): Promise<readonly (readonly [field: string, hint: string | undefined])[]> {
  const { objects } = await validate({ files: [{ name: "web.yaml", text }] });
  return objects.flatMap(({ findings }) => findings.map(({ field, hint }) => [field, hint] as const));
}

it("hints at what would work", async () => {
  expect(await hintsAt(deployment("", "Deploymnt"))).toEqual([
    ["kind", "there is no kind Deploymnt in apps/v1; did you mean Deployment?"],
  ]);
});

it.each([
  [
    "admissionregistration.k8s.io/v1beta1",
    "MutatingAdmissionPolicy",
    "versions that are not stable are off by default: --runtime-config=admissionregistration.k8s.io/v1beta1=true",
  ],
  ["gateway.networking.k8s.io/v1beta1", "Gateway", "its definition (CRD) is not installed"],
])("hints at what serves %s %s", async (apiVersion, kind, why) => {
  expect(await hintsAt(`apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: x}\n`)).toEqual([
    ["kind", `there is no kind ${kind} in ${apiVersion}; ${why}`],
  ]);
});

it("hints at each value of an answer that would work", async () => {
  expect(await hintsAt(deployment("  replicas: -1\n  strategy: {type: Slow}\n  minReadySeconds: -2\n"))).toEqual([
    ["spec.replicas", "write spec.replicas: 0"],
    ["spec.strategy", undefined],
    ["spec.minReadySeconds", "write spec.minReadySeconds: 0"],
  ]);
});

it("hints at each field of an answer that is meant", async () => {
  expect(await hintsAt(deployment("  replica: 1\n  minReadySecond: 2\n  nothing: {}\n"))).toEqual([
    ["spec.minReadySecond", "there is no field spec.minReadySecond; did you mean minReadySeconds?"],
    ["spec.nothing", expect.stringMatching("^there is no field spec.nothing, where there are ")],
    ["spec.replica", "there is no field spec.replica; did you mean replicas?"],
  ]);
});
