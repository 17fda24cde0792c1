import { messageOf } from "../../apimachinery/message-of.ts";
import { decodeJson } from "../../apimachinery/json/decode.ts";
import { encodeScalar, quoteJson } from "../../apimachinery/json/encode.ts";
import { encodeDeep } from "../../apimachinery/json/encode-deep.ts";
import { isList, isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { failed, type Finished, printed } from "../finished.ts";
import { itemsAt, textAt, valueAt } from "../json-access.ts";
import { indentedJson } from "../output/print-json.ts";
import type { Files, Session } from "../session.ts";
import { runStatement } from "../shell/shell.ts";
import { ClusterReader } from "./cluster-reader.ts";

/** `seq [-w] [-s TEXT] [FIRST [STEP]] LAST`: the numbers of a range, a line each. */
export function seq(args: readonly string[]): Finished {
  const at = args.indexOf("-s");
  const between = at >= 0 ? (args[at + 1] ?? "") : (args.find((arg) => /^-s./.test(arg))?.slice(2) ?? "\n");
  const words = args.filter((arg, i) => !/^-[sw]/.test(arg) && !(at >= 0 && i === at + 1));
  const numbers = words.map(Number);
  const [first = 1, last = 1] = numbers.length === 1 ? [1, numbers[0]] : [numbers[0], numbers.at(-1)];
  const step = numbers.length === 3 ? (numbers[1] ?? 1) : 1;
  if (numbers.some((number) => !Number.isSafeInteger(number)) || step === 0 || (last - first) / step > 10_000)
    return failed(`seq: invalid argument: '${args.join(" ")}'`);
  const width = args.includes("-w") ? Math.max(String(first).length, String(last).length) : 0;
  const values: string[] = [];
  for (let number = first; step > 0 ? number <= last : number >= last; number += step)
    values.push(String(number).padStart(width, "0"));
  return printed(values.length === 0 ? "" : `${values.join(between)}\n`);
}

/** A step of a filter of jq: a member, an index, or all items. */
const jqStep = /^\.?(?:\[(-?\d+)\]|\[\]|\["([^"]*)"\]|([A-Za-z_]\w*))/;

/** `jq`: filters of members, indices and `[]`, joined by `|`, of what is piped into it or of files. */
export async function jq(args: readonly string[], input: string, files: Files): Promise<Finished> {
  const has = (letter: string, long: string): boolean =>
    args.some((arg) => (/^-\w+$/.test(arg) && arg.includes(letter)) || arg === long);
  const [raw, compact] = [has("r", "--raw-output"), has("c", "--compact-output")];
  const [filter = ".", ...paths] = args.filter((arg) => !arg.startsWith("-"));
  const texts: string[] = paths.length === 0 ? [input] : [];
  for (const path of paths) {
    const text = await files.read(path);
    if (text === undefined) return failed(`jq: error: Could not open file ${path}: No such file or directory`, 2);
    texts.push(text);
  }
  try {
    let values: readonly (JsonValue | undefined)[] = texts.map((text) => decodeJson(text));
    for (const part of filter.split("|")) values = values.flatMap((value) => filtered(value, part.trim()));
    const text = (value: JsonValue | undefined): string =>
      typeof value === "string" && raw
        ? value
        : compact
          ? encodeDeep(value ?? null, { scalar: encodeScalar, keys: Object.keys, quote: quoteJson })
          : indentedJson(value ?? null, "  ");
    return printed(values.map((value) => `${text(value)}\n`).join(""));
  } catch (error) {
    return failed(`jq: error: ${messageOf(error)}`, 5);
  }
}

function filtered(value: JsonValue | undefined, filter: string): readonly (JsonValue | undefined)[] {
  if (filter === "." || filter === "") return [value];
  const [step, index, quoted, name] = jqStep.exec(filter) ?? [];
  if (step === undefined) throw new Error(`${filter} is not available here`);
  const rest = filter.slice(step.length);
  const member = name ?? quoted;
  if (member !== undefined) return filtered(valueAt(value, member), rest);
  const items = isList(value) ? value : isObject(value) ? Object.values(value) : [];
  return index === undefined ? items.flatMap((item) => filtered(item, rest)) : filtered(items.at(Number(index)), rest);
}

/** `minikube addons`: those that can be installed here are; others are not there, and nothing is done for them. */
async function minikubeAddon(
  [verb = "", name = ""]: readonly string[],
  { handle }: Pick<Session, "handle">,
  signal: AbortSignal,
): Promise<Finished> {
  const [{ addonNames, isAddonName }, { installAddon, removeAddon }, { Client }] = await Promise.all([
    import("../../client/addons.ts"),
    import("../../client/install-addons.ts"),
    import("../../client/client.ts"),
  ]);
  if (verb === "list") return printed(addonNames.map((each) => `${each}\n`).join(""));
  if (verb !== "enable" && verb !== "disable")
    return failed(`Error: unknown command "${verb}" for "minikube addons"`, 64);
  if (!isAddonName(name)) return { ...printed(""), idle: `there is no addon ${name} of minikube` };
  const client = new Client({ handle: (exchange) => handle({ ...exchange, signal }), userAgent: "minikube" });
  await (verb === "enable" ? installAddon : removeAddon)(client, name);
  return printed(verb === "enable" ? `🌟  The '${name}' addon is enabled\n` : `🌑  "The '${name}' addon is disabled\n`);
}

/** `minikube`: the machine's cluster is there already, and so is its way to Services. */
export async function minikube(
  [command = "", ...args]: readonly string[],
  session: Pick<Session, "handle">,
  signal: AbortSignal,
): Promise<Finished> {
  const reader = new ClusterReader(session.handle, signal);
  const [node] = await reader.list("/api/v1/nodes");
  const ip = textAt(
    itemsAt(node, "status", "addresses").find((each) => textAt(each, "type") === "InternalIP"),
    "address",
  );
  const words = args.filter((arg, i) => !arg.startsWith("-") && args[i - 1] !== "-n" && args[i - 1] !== "--namespace");
  switch (command) {
    case "ip":
      return printed(`${ip}\n`);
    case "service": {
      const at = args.findIndex((arg) => arg === "-n" || arg === "--namespace");
      const namespace = at < 0 ? "default" : (args[at + 1] ?? "default");
      const service = await reader.object(`/api/v1/namespaces/${namespace}/services/${words[0] ?? ""}`);
      if (service === undefined)
        return failed(
          `Exiting due to SVC_NOT_FOUND: Service '${words[0] ?? ""}' was not found in '${namespace}' namespace.`,
          115,
        );
      const ports = itemsAt(service, "spec", "ports").map((port) => textAt(port, "nodePort"));
      return printed(
        ports
          .filter(Boolean)
          .map((port) => `http://${ip}:${port}\n`)
          .join(""),
      );
    }
    case "addons":
      return minikubeAddon(words, session, signal);
    case "status":
      return printed(
        "minikube\ntype: Control Plane\nhost: Running\nkubelet: Running\napiserver: Running\nkubeconfig: Configured\n",
      );
    case "version":
      return printed("minikube version: v1.37.0\n");
    case "start":
    case "stop":
    case "delete":
    case "tunnel":
    case "dashboard":
    case "ssh":
      return { ...printed(""), idle: `minikube ${command} does nothing: the cluster is there already` };
    default:
      return failed(`Error: unknown command "${command}" for "minikube"`, 64);
  }
}

/** `bash -c SCRIPT`, `bash FILE`, and a script that is piped into it. */
export async function bash(
  session: Session,
  [name = "", ...args]: readonly string[],
  input: string,
  signal: AbortSignal,
): Promise<Finished> {
  const { scriptEnded } = await import("../shell/scripts.ts");
  const run = (text: string, own: string, rest: readonly string[]): Promise<Finished> =>
    scriptEnded(runStatement, session, text, own, rest, signal);
  const at = args.findIndex((arg) => !/^[-+]/.test(arg));
  const flags = args.slice(0, at < 0 ? args.length : at).join("");
  const options = /^-[a-z]*[eux]/.test(flags) ? `set ${flags.replace(/[^-eux]/g, "")}\n` : "";
  const [file = name, ...rest] = at < 0 ? [] : args.slice(at);
  if (/-[a-z]*c/.test(flags)) return run(options + file, rest[0] ?? name, rest.slice(1));
  if (at < 0 || /-[a-z]*s/.test(flags)) return run(options + input, name, at < 0 ? [] : [file, ...rest]);
  const text = await session.files.read(file);
  if (text === undefined) return failed(`${name}: ${file}: No such file or directory`, 127);
  return run(options + text, file, rest);
}
