import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Authority } from "./certificates.ts";
import { send } from "./exchange.ts";
import type { Call, Extension } from "./extension-server.ts";
import { findInPath } from "../../.config/chromium.mjs";
import { goProgram, NotHere } from "./go-program.ts";
import type { WireAnswer } from "./exchange.ts";
import { startEtcd, startProgram, type Running } from "./reference.ts";

/** The group version of k8s.io/sample-apiserver that the conformance test registers, and its Service. */
export const sampleNames = { group: "wardle.example.com", version: "v1alpha1", namespace: "wardle", service: "api" };

/** Returns the path of sample-apiserver 1.34; throws NotHere if this machine cannot make it, or has no etcd for it. */
export async function sampleProgram(): Promise<string> {
  if (findInPath(["etcd"]) === undefined) throw new NotHere("etcd is not installed");
  return goProgram({ module: "k8s.io/sample-apiserver", minor: "v0.34", command: "k8s.io/sample-apiserver" });
}

/** Starts sample-apiserver with an etcd of its own; it asks the server of the kubeconfig who its callers are. */
export async function startSampleServer(
  program: string,
  folder: string,
  kubeconfig: string,
  authority: Authority,
  port: number,
): Promise<Running> {
  const { cert, key } = authority.server([`${sampleNames.service}.${sampleNames.namespace}.svc`]);
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const etcd = await startEtcd(folder);
  const args = [
    `--etcd-servers=${etcd.url}`,
    "--bind-address=127.0.0.1",
    `--secure-port=${port}`,
    `--tls-cert-file=${file("tls.crt", cert)}`,
    `--tls-private-key-file=${file("tls.key", key)}`,
    `--kubeconfig=${kubeconfig}`,
    `--authentication-kubeconfig=${kubeconfig}`,
    `--authorization-kubeconfig=${kubeconfig}`,
  ];
  const server = await startProgram(program, args, `https://127.0.0.1:${port}`, "/readyz");
  return {
    url: server.url,
    pid: server.pid,
    async stop() {
      await server.stop();
      await etcd.stop();
    },
  };
}

/** What an extension server answered, by the step during which it was asked, and the request. */
export type RecordedAnswers = Readonly<Record<string, Readonly<Record<string, WireAnswer>>>>;

const keyOf = ({ method, target, headers }: Call): string =>
  `${method} ${target}${headers.some(([name]) => name.toLowerCase() === "if-none-match") ? " if changed" : ""}`;

/** Headers of one connection, and those by which answers would be compressed. */
const left = /^(host|connection|content-length|transfer-encoding|accept-encoding)$/i;

/** Answers by another server, and keeps what it says. */
export function recordingExtension(url: () => string, client: { readonly cert: string; readonly key: string }) {
  const answers: Record<string, Record<string, WireAnswer>> = {};
  let step = "";
  const extension: Extension = async (call) => {
    const during = step;
    const headers = call.headers.filter(([name]) => !left.test(name));
    const body = call.body === "" ? undefined : call.body;
    const answer = await send({ ...call, headers, body }, { url: url(), ...client });
    const kept = { ...answer, headers: answer.headers.filter(([name]) => !left.test(name)) };
    (answers[during] ??= {})[keyOf(call)] = kept;
    (answers[""] ??= {})[keyOf(call)] ??= kept;
    return kept;
  };
  return { extension, answers, onStep: (id: string) => void (step = id) };
}

/** Answers as another server has answered; what it was not asked during a step, as it has at first. */
export function replayingExtension(answers: RecordedAnswers) {
  let step = "";
  const extension: Extension = (call) => {
    const key = keyOf(call);
    const { method, target } = call;
    const found = answers[step]?.[key] ?? answers[""]?.[key] ?? answers[""]?.[`${method} ${target}`];
    return found ?? { status: 404, headers: [], body: `nothing was recorded of ${key}` };
  };
  return { extension, onStep: (id: string) => void (step = id) };
}
