import { Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent, request } from "node:https";
import { createAuthority } from "../../aggregation/certificates.ts";
import { startReference } from "../../aggregation/reference.ts";
import { startRecordedServer } from "../../conformance/start-server.ts";
import type { Send } from "../run-sequence.ts";
import type { OpenedPair } from "../servers.ts";

/** The features without which some kinds are not served. */
export const featureGates = [
  "ClusterTrustBundle",
  "DRADeviceTaints",
  "MutatingAdmissionPolicy",
  "PodCertificateRequest",
  "StorageVersionMigrator",
]
  .map((name) => `${name}=true`)
  .join(",");

/** The versions that both servers serve: all. */
export const runtimeConfig = "api/all=true";

/** Starts kube-apiserver, over an etcd of its own, and the server under test, in memory, with the same settings. */
export async function openPair(program: string): Promise<OpenedPair> {
  const reference = await startReference(program, createAuthority("proxy-ca"), undefined, [
    "--allow-privileged=true",
    "--disable-admission-plugins=ServiceAccount", // no controller makes the accounts of namespaces
    "--enable-priority-and-fairness=false", // it writes the status of what it is configured by
    `--feature-gates=${featureGates}`,
    `--runtime-config=${runtimeConfig}`,
  ]);
  const tested = await startRecordedServer(
    { featureGates, runtimeConfig },
    "-resourcequota-controller,-garbage-collector-controller",
  );
  return {
    reference: withoutLaterDeprecations(sendTo(reference.url)),
    tested: sendTo(tested.url),
    stop: () => Promise.all([reference.stop(), tested.stop()]),
  };
}

const laterDeprecation = /299 - "[^"]* is deprecated in v1\.(?:3[5-9]|[4-9]\d)\+[^"]*"(?:, )?/g;

/**
 * Leaves out warnings of deprecations in releases after 1.34, which kube-apiserver sends only if it was built without a
 * version (deprecation.IsDeprecated).
 */
const withoutLaterDeprecations =
  (send: Send): Send =>
  async (path, init) => {
    const answer = await send(path, init);
    const warnings = answer.headers.get("warning");
    if (warnings === null) return answer;
    const left = warnings.replace(laterDeprecation, "").replace(/, $/, "");
    if (left === "") answer.headers.delete("warning");
    else answer.headers.set("warning", left);
    return answer;
  };

/** Sends requests over kept connections without verifying certificates, since kube-apiserver has made its own. */
function sendTo(url: string): Send {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === "https:";
  const agent = isSecure
    ? new Agent({ keepAlive: true, rejectUnauthorized: false })
    : new PlainAgent({ keepAlive: true });
  const open = isSecure ? request : plainRequest;
  return (path, { method = "GET", headers, body }) =>
    new Promise((resolve, reject) => {
      const bytes = typeof body === "string" ? Buffer.from(body) : body instanceof Uint8Array ? body : undefined;
      const length = bytes === undefined ? {} : { "Content-Length": String(bytes.byteLength) };
      const all = { ...Object.fromEntries(new Headers(headers)), ...length };
      const call = open({ hostname, port, agent, method, path, headers: all }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("error", reject);
        response.on("end", () => {
          const received = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          );
          resolve(new Response(Buffer.concat(parts), { status: response.statusCode ?? 500, headers: received }));
        });
      });
      call.on("error", reject);
      call.end(bytes);
    });
}
