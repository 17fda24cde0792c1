import { derBits, derIdentifier, derSequence } from "../../apimachinery/der-writer.ts";
import { isConflict, isNotFound } from "../../apimachinery/errors.ts";
import { formatTime, parseTime } from "../../apimachinery/time.ts";
import { type CertificateRequest, parseCertificateRequest } from "../../apis/certificates/x509/certificate-request.ts";
import { extensionIds } from "../../apis/certificates/x509/certificate-writer.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { type Authority, createClusterCa } from "../framework/cluster-ca.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { QueuedController } from "../framework/queued-controller.ts";
import { hasCondition, requestsResource, type SigningRequest } from "./signing-request.ts";
import {
  commonNameOf,
  isKnownSigner,
  kubeletClientProblem,
  kubeletClientSigner,
  signingProblem,
  usagesOf,
} from "./signers.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The longest life of a certificate (--cluster-signing-duration). */
const longestMs = 365 * 24 * hourMs;

/** Certificates begin to be valid earlier, and short ones do not end earlier for it. */
const backdateMs = 5 * minuteMs;
const shortMs = 8 * hourMs;

/** Signs what is approved for the signers of kubernetes.io (controller/certificates/signer CSRSigningController). */
export function createSigningController(context: ControllerContext): Controller {
  const client = controllerClient("csrsigning", context);
  const clusterCa = createClusterCa(context);
  return forRequests(context, async (request, signal) => {
    if (!isKnownSigner(request) || !hasCondition(request, "Approved")) return;
    if (hasCondition(request, "Failed") || request.status?.certificate !== undefined) return;
    const parsed = parseCertificateRequest(request.spec?.request ?? "");
    if ("problem" in parsed) return;
    const { request: wanted } = parsed;
    const problem = signingProblem(request, wanted);
    if (problem === undefined) {
      const certificate = btoa(sign(await clusterCa.authority(signal), request, wanted, context.clock.now()));
      await client.update(
        requestsResource,
        { ...request, status: { ...request.status, certificate } },
        "status",
        signal,
      );
      return;
    }
    const lastUpdateTime = formatTime(context.clock.now());
    const failed = {
      type: "Failed",
      status: "True",
      reason: "SignerValidationFailure",
      message: problem,
      lastUpdateTime,
    };
    const status = { ...request.status, conditions: [...(request.status?.conditions ?? []), failed] };
    await client.update(requestsResource, { ...request, status }, "status", signal);
  });
}

function sign(authority: Authority, { spec }: SigningRequest, wanted: CertificateRequest, now: number): string {
  const askedMs = spec?.expirationSeconds === undefined ? longestMs : spec.expirationSeconds * 1000;
  const lifeMs = Math.min(Math.max(askedMs, 10 * minuteMs), longestMs);
  const notAfter = now + (lifeMs < shortMs ? lifeMs : lifeMs - backdateMs);
  const { bits, extended } = usagesOf(spec?.usages ?? []);
  const { alternativeNames, subject, keyInfo: publicKey } = wanted;
  return authority.sign({
    subject,
    publicKey,
    notBefore: now - backdateMs,
    notAfter: Math.min(notAfter, authority.notAfter),
    extensions: [
      ...(bits === 0 ? [] : [{ id: extensionIds.keyUsage, critical: true, value: derUsage(bits) }]),
      ...(extended.length === 0
        ? []
        : [{ id: extensionIds.extendedKeyUsage, value: derSequence(...extended.map(derIdentifier)) }]),
      { id: extensionIds.basicConstraints, critical: true, value: derSequence() },
      ...(alternativeNames === undefined ? [] : [{ id: extensionIds.subjectAltName, value: alternativeNames }]),
    ],
  });
}

/** Writes named bits without zeroes at their end. */
function derUsage(bits: number): Uint8Array {
  const bytes = (bits & 0xff) === 0 ? [bits >> 8] : [bits >> 8, bits & 0xff];
  const last = bytes.at(-1) ?? 0;
  return derBits(bytes, 31 - Math.clz32(last & -last));
}

/** Approves client certificates that kubelets may have (controller/certificates/approver). */
export function createApprovingController(context: ControllerContext): Controller {
  const client = controllerClient("csrapproving", context);
  const isAllowed = async ({ spec }: SigningRequest, subresource: string, signal: AbortSignal): Promise<boolean> => {
    const { group, resource } = requestsResource;
    const resourceAttributes = { group, resource, verb: "create", subresource, version: "*" };
    const { username: user, uid, groups, extra } = spec ?? {};
    const review = await client.json<{ readonly status?: { readonly allowed?: boolean } }>(
      "POST",
      "/apis/authorization.k8s.io/v1/subjectaccessreviews",
      {
        apiVersion: "authorization.k8s.io/v1",
        kind: "SubjectAccessReview",
        spec: { user, uid, groups, extra, resourceAttributes },
      },
      { signal },
    );
    return review.status?.allowed === true;
  };
  return forRequests(context, async (request, signal) => {
    if (request.status?.certificate !== undefined || request.spec?.signerName !== kubeletClientSigner) return;
    if (hasCondition(request, "Approved") || hasCondition(request, "Denied")) return;
    const parsed = parseCertificateRequest(request.spec.request ?? "");
    if ("problem" in parsed) return;
    if (kubeletClientProblem(parsed.request, new Set(request.spec.usages)) !== undefined) return;
    const isSelf = request.spec.username === commonNameOf(parsed.request);
    const message =
      isSelf && (await isAllowed(request, "selfnodeclient", signal))
        ? "Auto approving self kubelet client certificate after SubjectAccessReview."
        : (await isAllowed(request, "nodeclient", signal))
          ? "Auto approving kubelet client certificate after SubjectAccessReview."
          : undefined;
    if (message === undefined) return;
    const approved = { type: "Approved", status: "True", reason: "AutoApproved", message };
    const status = { ...request.status, conditions: [...(request.status?.conditions ?? []), approved] };
    await client.update(requestsResource, { ...request, status }, "approval", signal);
  });
}

/** How long requests are kept: those that are settled, and those that wait (cleaner.CSRCleanerController). */
const keptMs = { settled: hourMs, pending: 24 * hourMs };

/** Deletes old requests (controller/certificates/cleaner). */
export function createCleanerController(context: ControllerContext): Controller {
  const { clock } = context;
  const client = controllerClient("csrcleaner", context);
  const controller = forRequests(context, async (request, signal) => {
    const waitMs = expiresAt(request) - clock.now();
    const { name = "" } = request.metadata;
    if (waitMs >= 0) controller.addAfter(name, waitMs + 1);
    else await client.delete(requestsResource, name, undefined, signal);
  });
  return controller;
}

function expiresAt({ metadata, status }: SigningRequest): number {
  const created = parseTime(metadata.creationTimestamp ?? "1970-01-01T00:00:00Z");
  const settled = status?.conditions?.find(({ type }) => type === "Approved" || type === "Denied" || type === "Failed");
  if (settled === undefined) return created + keptMs.pending;
  return (settled.lastUpdateTime === undefined ? created : parseTime(settled.lastUpdateTime)) + keptMs.settled;
}

/** Creates a controller that processes requests whenever they change. */
function forRequests(
  { clock, informers }: ControllerContext,
  process: (request: SigningRequest, signal: AbortSignal) => Promise<void>,
): QueuedController {
  const requests = informers.of<SigningRequest>(requestsResource);
  const controller = new QueuedController({
    clock,
    informers: [requests],
    workers: 1,
    async process(name, signal) {
      const request = requests.index.get(name);
      if (request === undefined) return;
      try {
        await process(request, signal);
      } catch (error) {
        // the watch delivers the newer object, which is processed again
        if (!isConflict(error) && !isNotFound(error)) throw error;
      }
    },
  });
  const enqueue = ({ metadata: { name = "" } }: SigningRequest): void => controller.add(name);
  requests.addHandler({ add: enqueue, update: (_before, after) => enqueue(after) });
  return controller;
}
