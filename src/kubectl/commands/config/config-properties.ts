import { base64OfBytes } from "../../../apimachinery/base64.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { Invocation } from "../../invocation.ts";
import { textAt, withValueAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";
import { argumentsError, type ConfigList, configMembers, entryOf, withEntry } from "./config-entries.ts";

/** A type of a kubeconfig: its name in Go, and its members. */
interface Struct {
  readonly go: string;
  readonly members: Readonly<Record<string, "text" | "bool" | "bytes" | "other">>;
}

const structs: Readonly<Record<ConfigList, Struct>> = {
  clusters: {
    go: "*api.Cluster",
    members: {
      server: "text",
      "tls-server-name": "text",
      "insecure-skip-tls-verify": "bool",
      "certificate-authority": "text",
      "certificate-authority-data": "bytes",
      "proxy-url": "text",
      "disable-compression": "bool",
      extensions: "other",
    },
  },
  users: {
    go: "*api.AuthInfo",
    members: {
      "client-certificate": "text",
      "client-certificate-data": "bytes",
      "client-key": "text",
      "client-key-data": "bytes",
      token: "text",
      tokenFile: "text",
      "act-as": "text",
      "act-as-uid": "text",
      "act-as-groups": "other",
      "act-as-user-extra": "other",
      username: "text",
      password: "text",
      "auth-provider": "other",
      exec: "other",
      extensions: "other",
    },
  },
  contexts: {
    go: "*api.Context",
    members: { cluster: "text", user: "text", namespace: "text", extensions: "other" },
  },
};

/** Members whose names differ between `config set` and the file. */
const written: Readonly<Record<string, string>> = { "act-as": "as", "act-as-uid": "as-uid" };

/** A property: `current-context`, or a member of an entry; without a member it is the entry itself. */
interface Property {
  readonly list: ConfigList | undefined;
  readonly name: string;
  readonly member: string;
}

/** Properties that a kubeconfig is written without. */
const ignored = new Set(["kind", "apiVersion"]);

/** The preferences that there are; a kubeconfig is written without those that say nothing. */
const preferences = new Set(["preferences", "preferences.colors"]);

function withColors({ preferences: _before, ...config }: JsonObject, colors: JsonValue | undefined): JsonObject {
  return colors === true ? { ...config, preferences: { colors } } : config;
}

const isList = (text: string): text is ConfigList => Object.hasOwn(configMembers, text);

/** Reads a path such as `users.me.token`; names may have dots (config.newNavigationSteps). */
function propertyOf(path: string): Property {
  const [first = "", ...parts] = path.split(".");
  if (first === "current-context" && parts.length === 0) return { list: undefined, name: "", member: first };
  if (first === "current-context") throw new KubectlError(`unable to parse one or more field values of ${path}`);
  if (ignored.has(path)) return { list: undefined, name: "", member: "" };
  if (!isList(first)) throw new KubectlError(`unable to parse ${path} after [] at api.Config`);
  const { go, members } = structs[first];
  const at = parts.findIndex((part, i) => i > 0 && Object.hasOwn(members, part));
  const name = parts.slice(0, at < 0 ? parts.length : at).join(".");
  const member = at < 0 ? "" : (parts[at] ?? "");
  if (at >= 0 && at < parts.length - 1)
    throw new KubectlError(
      members[member] === "other" && member !== "exec"
        ? `unable to parse ${path} after [{${first} map[string]${go}} {${name} ${go}}] at ${go}`
        : `unable to parse one or more field values of ${path}`,
    );
  return { list: first, name, member };
}

/** `kubectl config set`. */
export async function setProperty(invocation: Invocation): Promise<void> {
  const { session, args, flags, out } = invocation;
  const [path = "", value = ""] = args;
  if (args.length !== 2) throw argumentsError(invocation);
  if (value === "") throw new KubectlError("you cannot use set to unset a property");
  if (path === "") throw new KubectlError("you must specify a property");
  if (preferences.has(path)) {
    if (path !== "preferences") session.config = withColors(session.config, typedValue("bool", value, false));
    return out(`Property ${quoteGo(path)} set.\n`);
  }
  const { list, name, member } = propertyOf(path);
  if (list === undefined) {
    if (member !== "") session.config = { ...session.config, "current-context": value };
  } else {
    if (member === "") throw new KubectlError(`can't set a map to a value: ${mapText(session.config, list)}`);
    const empty: JsonObject =
      list === "clusters" ? { server: "" } : list === "contexts" ? { cluster: "", user: "" } : {};
    const entry = { ...empty, ...entryOf(session.config, list, name) };
    const typed = typedValue(structs[list].members[member] ?? "other", value, flags.bool("set-raw-bytes"));
    session.config = withEntry(session.config, list, name, withMember(entry, member, typed));
  }
  out(`Property ${quoteGo(path)} set.\n`);
}

const withMember = (entry: JsonObject, member: string, value: JsonValue | undefined): JsonObject =>
  withValueAt(entry, [written[member] ?? member], value);

/** A list as Go prints a map of pointers, whose addresses say nothing. */
const mapText = (config: JsonObject, list: ConfigList): string => {
  const entries = config[list];
  const names = Array.isArray(entries)
    ? entries.filter(isObject).map((item) => `${textAt(item, "name")}:0xc000000000`)
    : [];
  return `map[${names.join(" ")}]`;
};

function typedValue(type: "text" | "bool" | "bytes" | "other", value: string, raw: boolean): JsonValue | undefined {
  switch (type) {
    case "text":
      return value;
    case "bool":
      if (!/^(?:1|t|T|TRUE|true|True|0|f|F|FALSE|false|False)$/.test(value))
        throw new KubectlError(`strconv.ParseBool: parsing ${quoteGo(value)}: invalid syntax`);
      return /^(?:1|t)/i.test(value) ? true : undefined;
    case "bytes":
      if (raw) return base64OfBytes(new TextEncoder().encode(value));
      if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value)) {
        const at = value.search(/[^A-Za-z0-9+/]/);
        throw new KubectlError(
          `error decoding input value: illegal base64 data at input byte ${at < 0 ? value.length - (value.length % 4) : at}`,
        );
      }
      return value;
    case "other":
      throw new KubectlError("properties of this type cannot be set here");
  }
}

/** `kubectl config unset`. */
export async function unsetProperty(invocation: Invocation): Promise<void> {
  const { session, args, out } = invocation;
  const [path = ""] = args;
  if (args.length !== 1) throw argumentsError(invocation);
  if (path === "") throw new KubectlError("you must specify a property");
  if (preferences.has(path)) {
    session.config = withColors(session.config, undefined);
    return out(`Property ${quoteGo(path)} unset.\n`);
  }
  const { list, name, member } = propertyOf(path);
  if (list === undefined) {
    if (member !== "") session.config = { ...session.config, "current-context": "" };
  } else if (name === "") session.config = { ...session.config, [list]: [] };
  else if (member === "") session.config = withEntry(session.config, list, name, undefined);
  else {
    const entry = entryOf(session.config, list, name);
    if (entry === undefined) throw new KubectlError(`current map key \`${name}\` is invalid`);
    const isRequired = ["server", "cluster", "user"].includes(member);
    session.config = withEntry(session.config, list, name, withMember(entry, member, isRequired ? "" : undefined));
  }
  out(`Property ${quoteGo(path)} unset.\n`);
}
