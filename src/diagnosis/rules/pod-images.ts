import { byEvent, conclude, field, missing } from "../conclude.ts";
import { containersOf } from "../container-view.ts";
import { itemsAt, textAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { Rule } from "../rule.ts";
import { firstLine, listed } from "../words.ts";

/** What a container waits for when its image is the problem, by the reason that the kubelet gives. */
const situations: Readonly<Record<string, string>> = {
  ErrImagePull: "pod-image-pull-failed",
  ImagePullBackOff: "pod-image-pull-backoff",
  InvalidImageName: "pod-image-name-invalid",
  ErrImageNeverPull: "pod-image-never-pulled",
  ImageInspectError: "pod-image-inspect-failed",
  RegistryUnavailable: "pod-image-registry-unavailable",
  SignatureValidationFailed: "pod-image-signature-refused",
};

/** Takes from a message what the container runtime says of an image. */
const pullProblem = (message: string): string => {
  const inner = /: (?:ErrImagePull|RegistryUnavailable): (.*)$/.exec(message)?.[1] ?? message;
  const told = inner.replace(/^rpc error: code = \w+ desc = /, "");
  const platform = /no match(?:ing manifest)? for (?:platform in manifest|([a-z]+\/[a-z0-9/]+))/.exec(told);
  if (platform !== null)
    return `it has no image for the node's platform${platform[1] === undefined ? "" : `, ${platform[1]}`}`;
  if (/toomanyrequests|429 Too Many Requests/i.test(told)) return "the registry allows no more pulls for now";
  const unknown = /lookup (\S+?)(?: on \S+)?: no such host/.exec(told)?.[1];
  if (unknown !== undefined) return `the registry ${unknown} cannot be found`;
  if (/not found|manifest unknown|does not exist/.test(told)) return "the registry does not have it";
  if (/unauthorized|authorization failed|denied|pull access/.test(told)) return "the registry refuses to give it";
  return firstLine(told, 160);
};

/** Images that cannot be pulled, are not there, or are no images. */
export const podImages: Rule = async (pod, { reading }) => {
  const container = containersOf(pod).find(({ waiting }) => situations[waiting?.reason ?? ""] !== undefined);
  const { reason = "", message = "" } = container?.waiting ?? {};
  const situation = situations[reason];
  if (container === undefined || situation === undefined) return undefined;
  const { name, image, path } = container;
  const events = await reading.events(pod);
  const failed = events.find((event) => event.reason === "Failed" && event.message.startsWith("Failed to pull"));
  const secrets = itemsAt(pod, "spec.imagePullSecrets").map((each) => textAt(each, "name"));
  const absent = [];
  for (const secret of secrets) {
    const id = objectId("", "Secret", pod.metadata.namespace ?? "", secret);
    if (!/^(?:Err)?Image(?:PullBackOff|Pull)$/.test(reason)) break;
    if (await reading.isMissing(id)) absent.push(id);
  }
  const what = `container ${name} cannot start from the image ${image}`;
  const because =
    reason === "InvalidImageName"
      ? `${what}: it is not a valid image name`
      : reason === "ErrImageNeverPull"
        ? `${what}: it is not on the node, and imagePullPolicy is Never`
        : `${what}: ${pullProblem(failed?.message.replace(/^Failed to pull image "[^"]*": /, "") ?? message)}`;
  return conclude(pod, {
    situation: absent.length > 0 ? "pod-image-pull-secret-missing" : situation,
    state: reason,
    level: "error",
    because:
      absent.length > 0
        ? `${because}; its imagePullSecret ${listed(absent.map((id) => id.name))} does not exist`
        : because,
    evidence: [field(pod, `${path}.state.waiting.message`, message), ...byEvent(pod, failed), ...absent.map(missing)],
  });
};
