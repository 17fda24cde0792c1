import { base64OfBytes } from "../../../apimachinery/base64.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, objectAt, textAt } from "../../json-access.ts";
import { KubectlError, usageError } from "../../kubectl-error.ts";
import { helpOf } from "../../cli/help.ts";
import { checkPlugin, type PluginFlags, pluginFlags, withPlugins } from "./config-plugins.ts";
import { contextOf, type Session } from "../../session.ts";

/** The lists of a kubeconfig, with the member that holds each entry. */
export const configMembers = { clusters: "cluster", contexts: "context", users: "user" } as const;
export type ConfigList = keyof typeof configMembers;

/** The path of the kubeconfig as messages name it. */
export const configPath = ({ environment }: Session): string =>
  environment["KUBECONFIG"] || `${environment["HOME"] || "/root"}/.kube/config`;

/** The names of a list of the kubeconfig, sorted. */
export const configNames = (config: JsonObject, list: ConfigList): readonly string[] =>
  itemsAt(config, list).map((item) => textAt(item, "name"));

/** The entry of a name; undefined if there is none. */
export function entryOf(config: JsonObject, list: ConfigList, name: string): JsonObject | undefined {
  const item = itemsAt(config, list).find((each) => textAt(each, "name") === name);
  return item === undefined ? undefined : objectAt(item, configMembers[list]);
}

/** The kubeconfig with an entry set, or removed with undefined. */
export function withEntry(
  config: JsonObject,
  list: ConfigList,
  name: string,
  entry: JsonObject | undefined,
): JsonObject {
  const others = itemsAt(config, list).filter((item) => textAt(item, "name") !== name);
  const all = entry === undefined ? others : [...others, { [configMembers[list]]: entry, name }];
  return { ...config, [list]: all.toSorted((a, b) => (textAt(a, "name") < textAt(b, "name") ? -1 : 1)) };
}

/** Prints the help and returns the error for a wrong number of arguments (config.helpErrorf). */
export function argumentsError({ path, args, out }: Invocation): KubectlError {
  out(helpOf(path.replace("kubectl ", "")));
  return new KubectlError(`Unexpected args: [${args.join(" ")}]`);
}

/** An entry with its members set, or left out where they are "" and `always` does not name them. */
function withMembers(entry: JsonObject, members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const next: Record<string, JsonValue> = { ...entry };
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined || value === "" || value === false) delete next[name];
    else next[name] = value;
  }
  return next;
}

/** `kubectl config set-context`. */
export async function setContext(invocation: Invocation): Promise<void> {
  const { session, args, flags, out } = invocation;
  if (args.length > 1) throw argumentsError(invocation);
  const [given = ""] = args;
  const current = flags.bool("current");
  if (given === "" && !current) throw new KubectlError("you must specify a non-empty context name or --current");
  if (given !== "" && current) throw new KubectlError("you cannot specify both a context name and --current");
  const name = current ? textAt(session.config, "current-context") : given;
  if (name === "") throw new KubectlError("no current context is set");
  const exists = entryOf(session.config, "contexts", name) !== undefined;
  const changed = ["cluster", "user"].filter((flag) => flags.changed(flag)).map((flag) => [flag, flags.text(flag)]);
  const context: JsonObject = {
    cluster: "",
    user: "",
    ...contextOf(session.config, name),
    ...Object.fromEntries(changed),
  };
  const placed = flags.changed("namespace") ? withMembers(context, { namespace: flags.text("namespace") }) : context;
  session.config = withEntry(session.config, "contexts", name, placed);
  out(`Context ${quoteGo(name)} ${exists ? "modified" : "created"}.\n`);
}

/** The content of a file to embed. Throws a KubectlError in kubectl's words if there is none. */
async function embedded({ session }: Invocation, flag: string, path: string): Promise<string> {
  const text = await session.files.read(path);
  if (text !== undefined) return base64OfBytes(new TextEncoder().encode(text));
  throw new KubectlError(`could not stat ${flag} file ${path}: stat ${path}: no such file or directory`);
}

/** `kubectl config set-cluster`. */
export async function setCluster(invocation: Invocation): Promise<void> {
  const { session, args, flags, out } = invocation;
  const [name = ""] = args;
  if (args.length !== 1) throw argumentsError(invocation);
  if (name === "") throw new KubectlError("you must specify a non-empty cluster name");
  const [insecure, authority, embeds] = [
    flags.bool("insecure-skip-tls-verify"),
    flags.text("certificate-authority"),
    flags.bool("embed-certs"),
  ];
  if (insecure && authority !== "")
    throw new KubectlError("you cannot specify a certificate authority and insecure mode at the same time");
  if (embeds && authority === "") throw new KubectlError("you must specify a --certificate-authority to embed");
  const data = embeds ? await embedded(invocation, "certificate-authority", authority) : undefined;
  let cluster: JsonObject = { server: "", ...entryOf(session.config, "clusters", name) };
  if (flags.changed("server"))
    cluster = { ...withMembers(cluster, { "tls-server-name": undefined }), server: flags.text("server") };
  for (const flag of ["tls-server-name", "proxy-url"])
    if (flags.changed(flag)) cluster = withMembers(cluster, { [flag]: flags.text(flag) });
  if (flags.changed("insecure-skip-tls-verify")) {
    cluster = withMembers(cluster, { "insecure-skip-tls-verify": insecure });
    if (insecure)
      cluster = withMembers(cluster, { "certificate-authority": undefined, "certificate-authority-data": undefined });
  }
  if (flags.changed("certificate-authority"))
    cluster = withMembers(cluster, {
      "insecure-skip-tls-verify": undefined,
      "certificate-authority": embeds ? undefined : authority,
      "certificate-authority-data": data,
    });
  session.config = withEntry(session.config, "clusters", name, cluster);
  out(`Cluster ${quoteGo(name)} set.\n`);
}

/** `kubectl config set-credentials`. */
export async function setCredentials(invocation: Invocation): Promise<void> {
  const { session, args, flags, out, path } = invocation;
  const [name = ""] = args;
  if (args.length !== 1) {
    out(helpOf(path.replace("kubectl ", "")));
    throw new KubectlError(`unexpected args: [${args.join(" ")}]`);
  }
  let plugins: PluginFlags;
  try {
    plugins = pluginFlags(invocation);
  } catch (error) {
    out(helpOf(path.replace("kubectl ", "")));
    throw error;
  }
  if (name === "") throw new KubectlError("you must specify a non-empty user name");
  const basic = flags.text("username") !== "" || flags.text("password") !== "";
  if (flags.text("token") !== "" && basic)
    throw new KubectlError(
      "you cannot specify more than one authentication method at the same time: --token, --username/--password",
    );
  const pathsAndData = await certificates(invocation);
  checkPlugin(invocation);
  let user: JsonObject = { ...entryOf(session.config, "users", name), ...pathsAndData };
  if (flags.text("token") !== "") user = withMembers(user, { username: undefined, password: undefined });
  else if (basic) user = withMembers(user, { token: undefined });
  for (const flag of ["token", "username", "password"])
    if (flags.changed(flag)) user = withMembers(user, { [flag]: flags.text(flag) });
  session.config = withEntry(
    session.config,
    "users",
    name,
    withPlugins(invocation, withMembers(user, clearedBy(user, flags.changed("embed-certs"))), plugins),
  );
  out(`User ${quoteGo(name)} set.\n`);
}

/** The paths that embedded data stands for. */
const clearedBy = (user: JsonObject, embeds: boolean): Readonly<Record<string, undefined>> =>
  Object.fromEntries(
    ["client-certificate", "client-key"]
      .filter((member) => embeds && user[`${member}-data`] !== undefined)
      .map((member) => [member, undefined]),
  );

async function certificates(invocation: Invocation): Promise<JsonObject> {
  const { flags } = invocation;
  const given = ["client-certificate", "client-key"].filter((flag) => flags.text(flag) !== "");
  if (!flags.bool("embed-certs")) return Object.fromEntries(given.map((flag) => [flag, flags.text(flag)]));
  if (given.length === 0) throw new KubectlError("you must specify a --client-certificate or --client-key to embed");
  const pairs: [string, string][] = [];
  for (const flag of given) pairs.push([`${flag}-data`, await embedded(invocation, flag, flags.text(flag))]);
  return Object.fromEntries(pairs);
}

/** `kubectl config delete-context`, `delete-cluster` and `delete-user`. */
export async function deleteEntry(invocation: Invocation): Promise<void> {
  const { session, args, out, err, path } = invocation;
  const kind = path.split("-").at(-1) ?? "";
  const list = `${kind}s` as ConfigList;
  const [name = ""] = args;
  if (args.length !== 1) {
    if (kind === "user") throw usageError(path, "user to delete is required");
    return out(helpOf(path.replace("kubectl ", "")));
  }
  if (entryOf(session.config, list, name) === undefined)
    throw new KubectlError(`cannot delete ${kind} ${name}, not in ${configPath(session)}`);
  if (kind === "context" && textAt(session.config, "current-context") === name)
    err('warning: this removed your active context, use "kubectl config use-context" to select a different one\n');
  session.config = withEntry(session.config, list, name, undefined);
  out(`deleted ${kind} ${name} from ${configPath(session)}\n`);
}

/** `kubectl config rename-context`. */
export async function renameContext(invocation: Invocation): Promise<void> {
  const { session, args, out } = invocation;
  const [from = "", to = ""] = args;
  if (args.length !== 2) throw argumentsError(invocation);
  if (to === "") throw new KubectlError("You must specify a new non-empty context name");
  const context = entryOf(session.config, "contexts", from);
  if (context === undefined)
    throw new KubectlError(`cannot rename the context ${quoteGo(from)}, it's not in ${configPath(session)}`);
  if (entryOf(session.config, "contexts", to) !== undefined)
    throw new KubectlError(
      `cannot rename the context ${quoteGo(from)}, the context ${quoteGo(to)} already exists in ${configPath(session)}`,
    );
  const renamed = withEntry(withEntry(session.config, "contexts", from, undefined), "contexts", to, context);
  const isCurrent = textAt(session.config, "current-context") === from;
  session.config = isCurrent ? { ...renamed, "current-context": to } : renamed;
  out(`Context ${quoteGo(from)} renamed to ${quoteGo(to)}.\n`);
}
