import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, kindOf, nameOf, objectAt, textAt } from "../../json-access.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import { createTypedPrinter } from "../../output/printer.ts";
import { build, kubectlScheme } from "../../resource/builder.ts";
import type { Info } from "../../resource/info.ts";
import { podSpecPath, selectsName, withContainers, withPodSpec } from "../pods/pod-spec.ts";
import { dryRunOf } from "../write/write-options.ts";
import {
  type EnvironmentChanges,
  overwritten,
  parseEnvironment,
  referenceText,
  splitEnvironment,
  withEnvironment,
} from "./environment.ts";
import { checkLocal, checkSelection, patchInfos, setInfos } from "./patch-infos.ts";
import { ReferencedValues } from "./referenced-values.ts";

/** `kubectl set env`. */
export async function setEnv(invocation: Invocation): Promise<void> {
  const { args, flags, stdin } = invocation;
  checkSelection(invocation);
  const split = splitEnvironment(args);
  if (split === undefined)
    throw new KubectlError(`all resources must be specified before environment changes: ${args.join(" ")}`);
  const { resources, words } = split;
  dryRunOf(flags);
  await createTypedPrinter(invocation);
  validate(invocation, resources);
  const parsed = parseEnvironment([...flags.list("env"), ...words], stdin);
  const prefix = flags.text("prefix");
  const set = [...parsed.set, ...(await variablesFrom(invocation))].map((variable) => ({
    ...variable,
    name: `${prefix}${textAt(variable, "name")}`,
  }));
  const changes = { set, removed: parsed.removed };
  const infos = await setInfos(invocation, flags.bool("local") ? [] : resources);
  if (flags.bool("list")) return listAll(invocation, infos, changes);
  const selects = (container: JsonValue): boolean => selectsName(textAt(container, "name"), flags.text("containers"));
  const change = (object: JsonObject): JsonObject =>
    withPodSpec(object, (spec) => {
      warnUnselected(invocation, object, spec, selects);
      return withContainers(spec, selects, (container) => changed(container, changes, flags.bool("overwrite")));
    });
  const patched = (): void => {
    if (set.length === 0 && words.length === 0)
      throw new KubectlError("at least one environment variable must be provided");
  };
  const failure = "failed to patch env update to pod template: ";
  throwAll(await patchInfos(invocation, infos, { change, done: "env updated", failure, patched }));
}

function validate(invocation: Invocation, resources: readonly string[]): void {
  const { flags } = invocation;
  checkLocal(invocation);
  if (flags.list("filename").length === 0 && resources.length === 0)
    throw new KubectlError("one or more resources must be specified as <resource> <name> or <resource>/<name>");
  if (flags.bool("list") && flags.text("output") !== "")
    throw new KubectlError("--list and --output may not be specified together");
  if (flags.list("keys").length > 0 && flags.text("from") === "")
    throw new KubectlError("when specifying --keys, a configmap or secret must be provided with --from");
}

/** The variables for the keys of the objects of `--from`. */
async function variablesFrom(invocation: Invocation): Promise<readonly JsonObject[]> {
  const { flags, err } = invocation;
  const from = flags.text("from");
  if (from === "") return [];
  const local = flags.bool("local");
  const found = await build(invocation, { args: [from], scheme: kubectlScheme, local });
  throwAll(found.errors);
  const keys = flags.list("keys");
  return found.infos.flatMap(({ object }) => {
    const reference = { ConfigMap: "configMapKeyRef", Secret: "secretKeyRef" }[kindOf(object)];
    if (reference === undefined) throw new KubectlError("unsupported resource specified in --from");
    const wanted = Object.keys(objectAt(object, "data")).filter((key) => keys.length === 0 || keys.includes(key));
    return wanted.sort(compareUtf8).map((key) => {
      const name = key.replace(/[^a-zA-Z0-9_]/g, "_").toUpperCase();
      if (name !== key) err(`Warning: key ${key} transferred to ${name}\n`);
      return { name, valueFrom: { [reference]: { key, name: nameOf(object) } } };
    });
  });
}

function warnUnselected(
  { err, flags }: Invocation,
  object: JsonObject,
  spec: JsonObject,
  selects: (container: JsonValue) => boolean,
): void {
  if ([...itemsAt(spec, "containers"), ...itemsAt(spec, "initContainers")].some(selects)) return;
  const pattern = quoteGo(flags.text("containers"));
  err(`Warning: ${kindOf(object)}/${nameOf(object)} does not have any containers matching ${pattern}\n`);
}

function changed(container: JsonObject, changes: EnvironmentChanges, overwrites: boolean): JsonObject {
  const existing = itemsAt(container, "env");
  const taken = overwrites ? undefined : overwritten(existing, changes.set);
  if (taken !== undefined)
    throw new KubectlError(
      `'${textAt(taken, "name")}' already has a value (${textAt(taken, "value")}), and --overwrite is false`,
    );
  const env = withEnvironment(existing, changes);
  const { env: _before, ...rest } = container;
  return env.length === 0 ? rest : { ...rest, env };
}

/** Prints the variables as they would be (`--list`); errors of objects without containers are not told. */
async function listAll(invocation: Invocation, infos: readonly Info[], changes: EnvironmentChanges): Promise<void> {
  const { flags } = invocation;
  const pattern = flags.text("containers");
  const selects = (container: JsonValue): boolean => selectsName(textAt(container, "name"), pattern);
  for (const { object } of infos) {
    const path = podSpecPath(object);
    if (path === undefined) continue;
    const spec = objectAt(object, ...path);
    warnUnselected(invocation, object, spec, selects);
    for (const container of [...itemsAt(spec, "containers"), ...itemsAt(spec, "initContainers")].filter(selects)) {
      const existing = itemsAt(container, "env");
      if (!flags.bool("overwrite") && overwritten(existing, changes.set) !== undefined) break;
      await listContainer(invocation, object, container, withEnvironment(existing, changes));
    }
  }
}

async function listContainer(
  invocation: Invocation,
  object: JsonObject,
  container: JsonValue,
  variables: readonly JsonValue[],
): Promise<void> {
  const { out, err, flags } = invocation;
  const values = new ReferencedValues(invocation, object, container);
  const failures = new Map<string, string[]>();
  out(`# ${kindOf(object)} ${nameOf(object)}, container ${textAt(container, "name")}\n`);
  for (const variable of variables) {
    const [name, from] = [textAt(variable, "name"), objectAt(variable, "valueFrom")];
    if (Object.keys(from).length === 0) {
      out(`${name}=${textAt(variable, "value")}\n`);
      continue;
    }
    try {
      out(flags.bool("resolve") ? `${name}=${await values.of(from)}\n` : `# ${name} from ${referenceText(from)}\n`);
    } catch (error) {
      out(`# ${name} from ${referenceText(from)}\n`);
      failures.set(messageOf(error), [...(failures.get(messageOf(error)) ?? []), name]);
    }
  }
  const lines = [...failures].map(
    ([message, names]) => `error retrieving reference for ${names.sort(compareUtf8).join(", ")}: ${message}\n`,
  );
  for (const line of lines.sort(compareUtf8)) err(line);
}
