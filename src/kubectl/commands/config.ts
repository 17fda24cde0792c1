import type { JsonObject } from "../../apimachinery/json/value.ts";
import type { Invocation } from "../invocation.ts";
import { itemsAt, objectAt, textAt } from "../json-access.ts";
import { KubectlError, usageError } from "../kubectl-error.ts";
import { indentedJson, yamlOf } from "../output/print-json.ts";
import { alignTabs, tableWidths } from "../output/tab-writer.ts";
import { contextOf, type Session } from "../session.ts";

const named = (config: JsonObject, list: string): readonly string[] =>
  itemsAt(config, list).map((item) => textAt(item, "name"));

/** Sets an entry of a list of the kubeconfig; undefined removes it. */
function withEntry(
  config: JsonObject,
  list: string,
  member: string,
  name: string,
  value: JsonObject | undefined,
): JsonObject {
  const others = itemsAt(config, list).filter((item) => textAt(item, "name") !== name);
  const all = value === undefined ? others : [...others, { [member]: value, name }];
  return { ...config, [list]: all.toSorted((a, b) => (textAt(a, "name") < textAt(b, "name") ? -1 : 1)) };
}

/** `kubectl config current-context`. */
export async function currentContext({ session, out }: Invocation): Promise<void> {
  const name = textAt(session.config, "current-context");
  if (name === "") throw new KubectlError("current-context is not set");
  out(`${name}\n`);
}

/** `kubectl config use-context`. */
export async function useContext({ session, args, out, path }: Invocation): Promise<void> {
  const [name = ""] = args;
  if (args.length !== 1) throw usageError(path, "unexpected args: " + JSON.stringify(args));
  if (!named(session.config, "contexts").includes(name))
    throw new KubectlError(`no context exists with the name: ${JSON.stringify(name)}`);
  session.config = { ...session.config, "current-context": name };
  out(`Switched to context ${JSON.stringify(name)}.\n`);
}

/** `kubectl config set-context`. */
export async function setContext({ session, args, flags, out, path }: Invocation): Promise<void> {
  const current = flags.bool("current");
  const name = current ? textAt(session.config, "current-context") : (args[0] ?? "");
  if (current && name === "") throw new KubectlError("no current context is set");
  if (!current && args.length !== 1) throw usageError(path, `unexpected args: [${args.join(" ")}]`);
  const exists = named(session.config, "contexts").includes(name);
  const given = ["cluster", "namespace", "user"]
    .filter((flag) => flags.changed(flag))
    .map((flag) => [flag, flags.text(flag)]);
  const context = { cluster: "", user: "", ...contextOf(session.config, name), ...Object.fromEntries(given) };
  session.config = withEntry(session.config, "contexts", "context", name, context);
  out(`Context ${JSON.stringify(name)} ${exists ? "modified" : "created"}.\n`);
}

/** `kubectl config set-cluster`. */
export async function setCluster({ session, args, flags, out }: Invocation): Promise<void> {
  const [name = ""] = args;
  const cluster = {
    ...objectAt(find(session, "clusters", name), "cluster"),
    ...(flags.changed("server") && { server: flags.text("server") }),
  };
  session.config = withEntry(session.config, "clusters", "cluster", name, cluster);
  out(`Cluster ${JSON.stringify(name)} set.\n`);
}

/** `kubectl config set-credentials`. */
export async function setCredentials({ session, args, flags, out }: Invocation): Promise<void> {
  const [name = ""] = args;
  const given = ["token", "username", "password"]
    .filter((flag) => flags.changed(flag))
    .map((flag) => [flag, flags.text(flag)]);
  const user = { ...objectAt(find(session, "users", name), "user"), ...Object.fromEntries(given) };
  session.config = withEntry(session.config, "users", "user", name, user);
  out(`User ${JSON.stringify(name)} set.\n`);
}

const find = (session: Session, list: string, name: string) =>
  itemsAt(session.config, list).find((item) => textAt(item, "name") === name);

/** `kubectl config delete-context`. */
export async function deleteContext({ session, args, out }: Invocation): Promise<void> {
  const [name = ""] = args;
  if (find(session, "contexts", name) === undefined)
    throw new KubectlError(`cannot delete context ${name}, not in /root/.kube/config`);
  session.config = withEntry(session.config, "contexts", "context", name, undefined);
  out(`deleted context ${name} from /root/.kube/config\n`);
}

/** `kubectl config get-contexts`. */
export async function getContexts({ session, args, flags, out }: Invocation): Promise<void> {
  const wanted = args.length === 0 ? named(session.config, "contexts") : args;
  if (flags.text("output") === "name") return out(wanted.map((name) => `${name}\n`).join(""));
  const current = textAt(session.config, "current-context");
  const rows = wanted.map((name) => {
    if (find(session, "contexts", name) === undefined) throw new KubectlError(`context ${name} not found`);
    const context = contextOf(session.config, name);
    return [
      name === current ? "*" : "",
      name,
      textAt(context, "cluster"),
      textAt(context, "user"),
      textAt(context, "namespace"),
    ];
  });
  const header = ["CURRENT", "NAME", "CLUSTER", "AUTHINFO", "NAMESPACE"];
  const lines = flags.bool("no-headers") ? rows : [header, ...rows];
  out(alignTabs(lines.map((cells) => `${cells.join("\t")}\n`).join(""), tableWidths));
}

/** `kubectl config get-clusters` and `get-users`. */
export async function getNames({ session, out, path }: Invocation): Promise<void> {
  const list = path.endsWith("users") ? "users" : "clusters";
  out(
    `NAME\n${named(session.config, list)
      .map((name) => `${name}\n`)
      .join("")}`,
  );
}

/** `kubectl config view`. */
export async function viewConfig({ session, flags, out }: Invocation): Promise<void> {
  const output = flags.text("output");
  const users = itemsAt(session.config, "users").map((item) => {
    const user = objectAt(item, "user");
    return {
      name: textAt(item, "name"),
      user: flags.bool("raw") || user["token"] === undefined ? user : { ...user, token: "REDACTED" },
    };
  });
  const config: JsonObject = { ...session.config, users };
  const empty = (list: string) => (itemsAt(config, list).length === 0 ? null : config[list]);
  const shown = {
    ...config,
    clusters: empty("clusters") ?? null,
    contexts: empty("contexts") ?? null,
    users: users.length === 0 ? null : users,
  };
  out(output === "json" ? `${indentedJson(shown, "    ")}\n` : yamlOf(shown));
}
