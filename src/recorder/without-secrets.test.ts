import { expect, test } from "vitest";
import type { Recording } from "./recording.ts";
import { hasSecrets, withoutSecrets } from "./without-secrets.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "s" } };

const recording: Recording = {
  id: "r",
  name: "Secrets",
  begun: 0,
  revision: 1,
  settings: {},
  objects: [{ ...secret, data: { old: base64("old value") } }],
  steps: [
    {
      kind: "line",
      id: "1",
      title: "",
      claims: {},
      text: "kubectl create secret generic s --from-literal=password='hunter22'",
      namespace: "default",
      output: "secret/s created\n",
      code: 0,
      files: { "key.pem": "-----BEGIN-----\nabcdefghij\nklmnopqrst\n" },
      requests: [
        {
          method: "POST",
          target: "/api/v1/namespaces/default/secrets",
          headers: [],
          body: JSON.stringify({
            ...secret,
            data: {
              password: base64("hunter22"),
              pin: base64("12"),
              key: base64("-----BEGIN-----\nabcdefghij\nklmnopqrst\n"),
            },
          }),
          status: 201,
        },
      ],
    },
    {
      kind: "request",
      id: "2",
      title: "",
      claims: {},
      request: {
        method: "GET",
        target: "/api/v1/namespaces/default/secrets",
        headers: [],
        body: "",
        status: 200,
        answer: JSON.stringify({
          kind: "SecretList",
          items: [{ metadata: { name: "s" }, data: { token: base64("a token of another one") } }],
        }),
      },
    },
  ],
};

test("values of Secrets are replaced wherever they stand, and others are not", () => {
  const text = JSON.stringify(withoutSecrets(recording));
  for (const value of ["hunter22", "old value", "a token of another one", "abcdefghij", "klmnopqrst"]) {
    expect(text).not.toContain(value);
    expect(text).not.toContain(base64(value));
  }
  expect(text).not.toContain(base64("12"));
  expect(text).toMatch(/--from-literal=password='replaced-\d'/);
  expect(text).toContain("secret/s created");
  expect(hasSecrets(recording)).toBe(true);
});

test("a recording without Secrets stays as it is", () => {
  const without = { ...recording, objects: [], steps: [] };
  expect(withoutSecrets(without)).toBe(without);
  expect(hasSecrets(without)).toBe(false);
});

test("the values of a Secret that a watch has told are replaced, short ones too", () => {
  const object = { ...secret, data: { pin: base64("12"), password: base64("hunter23") } };
  const watched: Recording = {
    ...recording,
    objects: [],
    steps: [{ kind: "events", id: "2", title: "", claims: {}, of: "1", events: [{ type: "ADDED", object }] }],
  };
  expect(hasSecrets(watched)).toBe(true);
  const text = JSON.stringify(withoutSecrets(watched));
  for (const value of ["12", "hunter23"]) expect(text).not.toContain(base64(value));
  expect(text).toContain('"ADDED"');
});
