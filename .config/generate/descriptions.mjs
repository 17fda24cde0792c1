// Generates src/apiserver/endpoints/openapi/generated/descriptions.ts: the documentation of built-in types and query
// parameters, from @kubernetes/client-node. The format is documented in
// src/apiserver/endpoints/openapi/descriptions.ts, which reads it.
import { readModels, readParameters } from "./client-models.mjs";

/** Options kinds, each with an operation that has their fields as parameters. */
const options = {
  ListOptions: "CoreV1ApiListNamespacedPod",
  CreateOptions: "CoreV1ApiCreateNamespacedPod",
  UpdateOptions: "CoreV1ApiReplaceNamespacedPod",
  PatchOptions: "CoreV1ApiPatchNamespacedPod",
  DeleteOptions: "CoreV1ApiDeleteNamespacedPod",
  PodLogOptions: "CoreV1ApiReadNamespacedPodLog",
  PodAttachOptions: "CoreV1ApiConnectGetNamespacedPodAttach",
  PodExecOptions: "CoreV1ApiConnectGetNamespacedPodExec",
  PodPortForwardOptions: "CoreV1ApiConnectGetNamespacedPodPortforward",
  PodProxyOptions: "CoreV1ApiConnectGetNamespacedPodProxy",
  ServiceProxyOptions: "CoreV1ApiConnectGetNamespacedServiceProxy",
  NodeProxyOptions: "CoreV1ApiConnectGetNodeProxy",
  Path: "CoreV1ApiConnectGetNodeProxyWithPath",
};

const notice = `The texts in this file are the documentation of the Kubernetes API, Copyright The Kubernetes Authors,
licensed under the Apache License, Version 2.0 (https://www.apache.org/licenses/LICENSE-2.0). They were taken from the generated models
of @kubernetes/client-node 1.4.0, Copyright The Kubernetes Authors, under the same license. Escapes were undone; nothing else was changed.`;

const out = "src/apiserver/endpoints/openapi/generated";

/** Assigns each distinct text a number. */
class Texts {
  #numbers = new Map();
  number(text) {
    if (!this.#numbers.has(text)) this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.get(text).toString(36);
  }
  all() {
    return [...this.#numbers.keys()];
  }
}

/** Formats a row, `V1Pod 1f\tapiVersion 3\tkind 4`, with the numbers of texts; fields without a text are omitted. */
function row(name, text, fields, texts) {
  const members = Object.entries(fields)
    .filter(([, of]) => of !== "")
    .map(([field, of]) => `${field} ${texts.number(of)}`);
  return [text === "" ? name : `${name} ${texts.number(text)}`, ...members].join("\t");
}

/** Removes the underscore that the client puts before names that are not valid JavaScript identifiers. */
const plainNames = (parameters) =>
  Object.fromEntries(Object.entries(parameters).map(([name, text]) => [name.replace(/^_/, ""), text]));

/** Returns the generated files by path, from an installed package. */
export function descriptions(folder) {
  const texts = new Texts();
  const parametersOf = readParameters(folder);
  const models = Object.entries(readModels(folder)).map(([name, { text, fields }]) => row(name, text, fields, texts));
  const parameters = Object.entries(options).map(([kind, operation]) =>
    row(kind, "", plainNames(parametersOf(operation)), texts),
  );
  const text = [
    "/* oxlint-disable */",
    "// Made by `npm run generate`.",
    `export const notice = ${JSON.stringify(notice)};`,
    `export const models = ${JSON.stringify(models.join("\n"))};`,
    `export const parameters = ${JSON.stringify(parameters.join("\n"))};`,
    `export const texts: readonly string[] = ${JSON.stringify(texts.all())};`,
    "",
  ].join("\n");
  return new Map([
    [`${out}/descriptions.ts`, text],
    [`${out}/NOTICE`, `${notice}\n`],
  ]);
}
