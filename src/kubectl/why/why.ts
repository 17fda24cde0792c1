import { StatusError } from "../../apimachinery/errors.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { asKubeObject } from "../../apimachinery/meta.ts";
import { diagnose } from "../../diagnosis/diagnose.ts";
import type { Diagnosis, Evidence } from "../../diagnosis/diagnosis.ts";
import { evidenceWords, idWords } from "../../diagnosis/evidence-words.ts";
import { servedSurroundings } from "../../diagnosis/served-surroundings.ts";
import { FlagSet } from "../cli/flag-set.ts";
import type { Output } from "../command-output.ts";
import type { Invocation } from "../invocation.ts";
import { KubectlError } from "../kubectl-error.ts";
import { pathOf } from "../resource/mapper.ts";
import { lookUp } from "../resource/mapper-of.ts";
import { readNamed } from "../resource/read-named.ts";
import { createInvocation, endWithHint } from "../run-kubectl.ts";
import type { Session } from "../session.ts";

const usage = `Tell the state of an object and its cause.

Usage:
  kubepad why (KIND NAME | KIND/NAME) [flags]

Examples:
  # Why does a pod not run?
  kubepad why pod web-1
  # Why does a rollout not end, in another namespace
  kubepad why deployment/web -n shop
  # What the sentence was concluded from, as JSON
  kubepad why pvc data -o json

Flags:
  -n, --namespace string   The namespace of the object
  -o, --output string      Output format, json: the diagnosis with its evidence and causes
`;

/** Runs `kubepad COMMAND`, of which there is `why`. Ends with the exit code; never throws. */
export async function runKubepad(
  session: Session,
  words: readonly string[],
  output: Output,
  signal: AbortSignal,
): Promise<number> {
  session.refused = undefined;
  try {
    const [command = "help", ...rest] = words;
    if (command !== "why" && !/^(?:help|-h|--help)$/.test(command))
      throw new KubectlError(`unknown command "${command}" for "kubepad"\nRun 'kubepad help' for usage.`);
    const flags = new FlagSet("o,output:s @global");
    const parsed = flags.parse(command === "why" ? rest : []);
    if (command !== "why" || flags.bool("help") || parsed.args.length === 0) {
      output.out(usage);
      return 0;
    }
    await why(createInvocation(session, { flags, path: "kubepad why", stdin: "", output, signal, ...parsed }));
    return 0;
  } catch (error) {
    return endWithHint(error, session, words, output);
  }
}

/** The kind and the name that arguments name. Throws a KubectlError. */
function targetOf(args: readonly string[]): readonly [type: string, name: string] {
  const [first = "", second, ...more] = args;
  const slash = first.indexOf("/");
  const [type, name] = slash < 0 ? [first, second] : [first.slice(0, slash), first.slice(slash + 1)];
  if (name === undefined || name === "" || type === "" || more.length > 0 || (slash >= 0 && second !== undefined))
    throw new KubectlError("one object is named by its kind and its name: kubepad why KIND NAME");
  return [type, name];
}

async function why(invocation: Invocation): Promise<void> {
  const { rest, session, flags, namespace } = invocation;
  const format = flags.text("output");
  if (format !== "" && format !== "json") throw new KubectlError(`unknown output format "${format}": json is known`);
  const [type, name] = targetOf(invocation.args);
  const resource = await lookUp(invocation, (mapper) => mapper.find(type));
  const path = pathOf(resource, resource.namespaced ? namespace : "", name);
  const object = await readNamed(invocation, resource.namespaced ? namespace : "", { path });
  const surroundings = servedSurroundings({
    now: () => session.clock.now(),
    async get(target) {
      try {
        return { code: 200, body: await rest.object({ method: "GET", path: target }) };
      } catch (error) {
        if (error instanceof StatusError) return { code: error.status.code ?? 500, body: error.status };
        throw error;
      }
    },
  });
  const found = await diagnose(asKubeObject(object), surroundings);
  invocation.out(format === "json" ? `${encodeJson(JSON.parse(JSON.stringify(found)))}\n` : textOf(found, ""));
}

function evidenceText(evidence: Evidence): string {
  const words = evidenceWords(evidence);
  return evidence.kind === "status"
    ? words
    : [idWords(evidence.object), words].filter((text) => text !== "").join(": ");
}

/** The sentence of a diagnosis, what it was concluded from, and the same of its causes, indented. */
function textOf({ sentence, evidence, causes }: Diagnosis, indent: string): string {
  const lines = [...new Set(evidence.map((each) => `${indent}  ${evidenceText(each).replaceAll("\n", " ")}\n`))];
  const deeper = causes.map((cause) => `${indent}Caused by ${idWords(cause.object)}:\n${textOf(cause, `${indent}  `)}`);
  return `${indent}${sentence}\n${lines.join("")}${deeper.join("")}`;
}
