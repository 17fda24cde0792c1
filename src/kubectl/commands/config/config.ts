import { base64OfBytes } from "../../../apimachinery/base64.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, objectAt, textAt } from "../../json-access.ts";
import { KubectlError, throwAll, usageError } from "../../kubectl-error.ts";
import { indentedJson } from "../../output/print-json.ts";
import { createPrinter } from "../../output/printer.ts";
import { alignTabs, tableWidths } from "../../output/tab-writer.ts";
import { contextOf } from "../../session.ts";
import { argumentsError, configMembers, configNames, type ConfigList, entryOf } from "./config-entries.ts";

/** `kubectl config current-context`. */
export async function currentContext({ session, out }: Invocation): Promise<void> {
  const name = textAt(session.config, "current-context");
  if (name === "") throw new KubectlError("current-context is not set");
  out(`${name}\n`);
}

/** `kubectl config use-context`. */
export async function useContext(invocation: Invocation): Promise<void> {
  const { session, args, out } = invocation;
  const [name = ""] = args;
  if (args.length !== 1) throw argumentsError(invocation);
  if (name === "") throw new KubectlError("empty context names are not allowed");
  if (entryOf(session.config, "contexts", name) === undefined)
    throw new KubectlError(`no context exists with the name: ${quoteGo(name)}`);
  session.config = { ...session.config, "current-context": name };
  out(`Switched to context ${quoteGo(name)}.\n`);
}

/** `kubectl config get-contexts`. */
export async function getContexts({ session, args, flags, out }: Invocation): Promise<void> {
  const output = flags.text("output");
  if (output !== "" && output !== "name")
    throw new KubectlError(
      `--output ${output} is not available in kubectl config get-contexts; resetting to default output format`,
    );
  const all = configNames(session.config, "contexts");
  const wanted = (args.length === 0 ? all : args.filter((name) => all.includes(name))).toSorted();
  const errors = args
    .filter((name) => !all.includes(name))
    .map((name) => new KubectlError(`context ${name} not found`));
  const current = textAt(session.config, "current-context");
  const rows = wanted.map((name) => {
    const context = contextOf(session.config, name);
    const cells = ["cluster", "user", "namespace"].map((member) => textAt(context, member));
    return [name === current ? "*" : "", name, ...cells];
  });
  const header = ["CURRENT", "NAME", "CLUSTER", "AUTHINFO", "NAMESPACE"];
  const lines = flags.bool("no-headers") ? rows : [header, ...rows];
  if (output === "name") out(wanted.map((name) => `${name}\n`).join(""));
  else out(alignTabs(lines.map((cells) => `${cells.join("\t")}\n`).join(""), tableWidths));
  throwAll(errors);
}

/** `kubectl config get-clusters` and `get-users`. */
export async function getNames({ session, out, path }: Invocation): Promise<void> {
  const names = configNames(session.config, path.endsWith("users") ? "users" : "clusters");
  out(`NAME\n${names.map((name) => `${name}\n`).join("")}`);
}

/** `kubectl config view`. */
export async function viewConfig(invocation: Invocation): Promise<void> {
  const { session, args, flags, out, path } = invocation;
  if (args.length > 0) throw usageError(path, `unexpected arguments: [${args.join(" ")}]`);
  const print = await createPrinter(invocation);
  if (!flags.bool("merge")) throw new KubectlError("if merge==false a precise file must be specified");
  const given = flags.text("context");
  const whole = flags.bool("minify") && given !== "" ? { ...session.config, "current-context": given } : session.config;
  const chosen = flags.bool("minify") ? minified(whole) : whole;
  const shown = flags.bool("flatten")
    ? await flattened(invocation, chosen)
    : flags.bool("raw")
      ? chosen
      : withEntries(chosen, redacted);
  const nulls = lists.filter((list) => itemsAt(shown, list).length === 0).map((list) => [list, null]);
  const config: JsonObject = { ...shown, ...Object.fromEntries(nulls) };
  if (flags.text("output") === "json") out(`${indentedJson(inOrder(config), "    ", "", true)}\n`);
  else print(config);
}

const lists: readonly ConfigList[] = ["clusters", "users", "contexts"];

/** The config of the current context alone (clientcmdapi.MinifyConfig). */
function minified(config: JsonObject): JsonObject {
  const name = textAt(config, "current-context");
  if (name === "") throw new KubectlError("current-context must exist in order to minify");
  const context = entryOf(config, "contexts", name);
  if (context === undefined) throw new KubectlError(`cannot locate context ${name}`);
  const only = (list: ConfigList, wanted: string): readonly JsonValue[] => {
    if (wanted === "") return [];
    if (entryOf(config, list, wanted) === undefined)
      throw new KubectlError(`cannot locate ${configMembers[list]} ${wanted}`);
    return itemsAt(config, list).filter((item) => textAt(item, "name") === wanted);
  };
  const clusters = only("clusters", textAt(context, "cluster"));
  return { ...config, clusters, contexts: only("contexts", name), users: only("users", textAt(context, "user")) };
}

/** The config with each entry of its clusters and users changed. */
function withEntries(config: JsonObject, change: (entry: JsonObject) => JsonObject): JsonObject {
  const changed = (list: ConfigList): readonly JsonValue[] =>
    itemsAt(config, list)
      .filter(isObject)
      .map((item) => ({ ...item, [configMembers[list]]: change(objectAt(item, configMembers[list])) }));
  return { ...config, clusters: changed("clusters"), users: changed("users") };
}

/** An entry without what nobody should see (clientcmdapi.RedactSecrets, ShortenConfig). */
const redacted = (entry: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(entry).map(([member, value]) => {
      if (member === "token" || member === "password") return [member, "REDACTED"];
      return [member, member.endsWith("-data") ? "DATA+OMITTED" : value];
    }),
  );

/** The config with the content of files in place of their paths (clientcmdapi.FlattenConfig). */
async function flattened({ session }: Invocation, config: JsonObject): Promise<JsonObject> {
  const texts = new Map<string, string>();
  const paths = [...itemsAt(config, "clusters"), ...itemsAt(config, "users")].flatMap((item) =>
    fileMembers.flatMap((member) => [textAt(item, "cluster", member), textAt(item, "user", member)]),
  );
  for (const path of paths.filter((each) => each !== "")) {
    const text = await session.files.read(path);
    const { root } = session.files;
    const shown = root === undefined || path.startsWith("/") ? path : `${root}/${path}`;
    if (text === undefined) throw new KubectlError(`open ${shown}: no such file or directory`);
    texts.set(path, base64OfBytes(new TextEncoder().encode(text)));
  }
  return withEntries(config, (entry) =>
    Object.fromEntries(
      Object.entries(entry).map(([member, value]) =>
        fileMembers.includes(member) ? [`${member}-data`, texts.get(String(value)) ?? ""] : [member, value],
      ),
    ),
  );
}

const fileMembers = ["certificate-authority", "client-certificate", "client-key"];

/** The members of a kubeconfig in the order of their Go types, as JSON has them (clientcmd/api/v1). */
const memberOrder = (
  "name kind apiVersion clusters users contexts current-context cluster user context server tls-server-name " +
  "insecure-skip-tls-verify certificate-authority certificate-authority-data proxy-url disable-compression " +
  "client-certificate client-certificate-data client-key client-key-data token tokenFile as as-uid username " +
  "password auth-provider exec config extensions extension value namespace"
).split(" ");
const execOrder = "command args env apiVersion installHint provideClusterInfo interactiveMode".split(" ");

function inOrder(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  const order = value["command"] === undefined ? memberOrder : execOrder;
  const members = Object.entries(value).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return Object.fromEntries(members.map(([name, each]) => [name, inOrder(each)]));
}
