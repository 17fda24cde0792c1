import { expect, test } from "vitest";
import { holdsSecret } from "./entered-secrets.ts";

const request = { method: "PATCH", target: "/api/v1/namespaces/a/secrets/keys", type: "application/json" };

test.each<readonly [string, unknown, boolean]>([
  ["a manifest in YAML", "apiVersion: v1\nkind: Secret\nstringData: {a: b}", true],
  ["a manifest in JSON", '{"apiVersion":"v1", "kind" : "Secret"}', true],
  ["a quoted kind", "kind: 'Secret'", true],
  ["JSON within a text of JSON", '{"text":"{\\"kind\\":\\"Secret\\"}"}', true],
  ["an object", { fixtures: [{ kind: "Secret", data: {} }] }, true],
  ["a review of a token", "kind: TokenReview\nspec: {token: x}", true],
  ["a bench of several actors", { actors: [{ manifest: "kind: ConfigMap" }, { manifest: "kind: Secret" }] }, true],
  ["a command that creates one", "kubectl create secret generic a --from-literal=b=c", true],
  ["a command with a token", "kubectl get pods --token=abc", true],
  ["the body of a request for one", { ...request, body: '{"data":{"a":"Yg=="}}' }, true],
  ["a request for one without a body", { ...request, method: "GET", body: "" }, false],
  ["another kind that begins alike", "kind: SecretStore", false],
  ["a reference to a Secret", "kind: Pod\nspec: {volumes: [{secret: {secretName: keys}}]}", false],
  ["a command that reads", "kubectl get secrets", false],
])("%s", (_, entered, holds) => {
  expect(holdsSecret(entered)).toBe(holds);
});
