import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { embedParameters, type EmbedParameters, type EmbedSeed, type EmbedTheme } from "../../embed/protocol.ts";
import { withDefaultAccounts } from "../../client/default-accounts.ts";
import type { BringSeed } from "../../worker/frames/frame-server.ts";
import type { ServerOptions } from "../../worker/tabs/opened-servers.ts";
import type { ActingAs } from "../data/impersonating.ts";
import { isKubeObject } from "../data/send.ts";
import { looksLikeJson } from "../../assist/language.ts";
import { simulatedNode } from "../kube/simulated-node.ts";

/** Returns the parameters in the query of a frame that no script of its page starts. */
export const parametersOf = (query: URLSearchParams): EmbedParameters =>
  Object.fromEntries(embedParameters.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? ""]] : [])));

export const themeOf = (query: URLSearchParams): EmbedTheme => {
  const theme = query.get("theme");
  return theme === "light" || theme === "dark" ? theme : "system";
};

/** Returns the user that the embed's requests are made as. */
export const userOf = ({ user, groups = "" }: EmbedParameters): ActingAs | undefined =>
  user === undefined || user === ""
    ? undefined
    : {
        user,
        groups: listed(groups),
      };

/** Returns the items of a list separated by commas. */
const listed = (text: string): readonly string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

const mostNodes = 100;

/** Returns the simulated nodes that an embed asks for. Throws an error with a user-facing message. */
function nodesOf({ "simulated-nodes": text = "0" }: EmbedParameters): readonly KubeObject[] {
  const count = /^\d+$/.test(text) ? Number(text) : Infinity;
  if (count > mostNodes) throw new Error(`simulated-nodes must be a number up to ${mostNodes}.`);
  return Array.from({ length: count }, (_, i) => simulatedNode(`node-${i + 1}`));
}

/** Returns the objects of addons. Throws an error with a user-facing message. */
async function addonsOf(text: string): Promise<readonly KubeObject[]> {
  const { addonNames, addonObjects, isAddonName } = await import("../../client/addons.ts");
  return listed(text).flatMap((name) => {
    if (!isAddonName(name)) throw new Error(`addons must be of these: ${addonNames.join(", ")}.`);
    return addonObjects(name);
  });
}

/** Returns the settings of the embed's server. Throws an error with a user-facing message. */
export async function settingsOf(parameters: EmbedParameters): Promise<ServerOptions> {
  const { "emulated-version": emulatedVersion, "runtime-config": runtimeConfig, "feature-gates": gates } = parameters;
  const { "enable-admission-plugins": enabled, "disable-admission-plugins": disabled } = parameters;
  const { controllers } = parameters;
  return {
    ...(controllers !== undefined && { controllers: listed(controllers) }),
    ...(enabled !== undefined && { enableAdmissionPlugins: listed(enabled) }),
    ...(disabled !== undefined && { disableAdmissionPlugins: listed(disabled) }),
    ...(emulatedVersion !== undefined && { emulatedVersion }),
    ...(runtimeConfig !== undefined && { runtimeConfig }),
    ...(gates !== undefined && {
      featureGates: (await import("../../component-base/features/feature-gates.ts")).parseFeatureGates(gates),
    }),
  };
}

/** Returns the objects of a seed, with the items of lists. Throws an error with a user-facing message. */
export async function objectsOf(seed: EmbedSeed | undefined): Promise<readonly KubeObject[]> {
  if (seed === undefined) return [];
  const documents: readonly unknown[] = typeof seed === "string" ? await documentsIn(seed) : seed;
  return documents.flatMap(itemsOf).map((document) => {
    if (!isKubeObject(document)) throw new Error("The seed has a document that is not an object with metadata.");
    return document;
  });
}

/**
 * Returns the objects that an embed begins with: those of its seed, the nodes and addons that it asks for, and where
 * controllers run, the accounts that pods need before a controller has made them.
 */
export async function firstObjects(
  seed: EmbedSeed | undefined,
  parameters: EmbedParameters,
): Promise<readonly KubeObject[]> {
  const addons = parameters.addons === undefined ? [] : await addonsOf(parameters.addons);
  const objects = [...nodesOf(parameters), ...addons, ...(await objectsOf(seed))];
  return parameters.controllers === undefined ? objects : withDefaultAccounts(objects);
}

/**
 * Returns a function that creates the objects that a server lacks, with their ownership. Objects that exist are left as
 * they are, since several embeds may bring the same ones. Rejects with the server's message for an object that it
 * rejects.
 */
export const bringing =
  (objects: readonly KubeObject[]): BringSeed =>
  async (handle) => {
    if (objects.length === 0) return;
    const { createObjects } = await import("../../share/create-objects.ts");
    const reports = await createObjects({ handle, userAgent: "kubepad-seed" }, objects);
    const failed = reports.find(({ outcome }) => outcome === "failed");
    if (failed !== undefined) throw new Error(failed.message);
  };

const itemsOf = (document: unknown): readonly unknown[] =>
  isRecord(document) && Array.isArray(document["items"]) ? document["items"] : [document];

/** Parses the documents of a text in YAML or JSON; a JSON text may be a list of objects. */
async function documentsIn(text: string): Promise<readonly unknown[]> {
  if (looksLikeJson(text)) {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  }
  const { parseAllDocuments } = await import("yaml");
  const documents = [...parseAllDocuments(text, { version: "1.1", merge: true })];
  return documents.flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw new SyntaxError(error.message);
    const value: unknown = document.toJS();
    return value === null ? [] : [value];
  });
}
