import { byEvent, conclude, field, missing, there } from "../conclude.ts";
import { containersOf, containerWords } from "../container-view.ts";
import { itemsAt, textAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { Rule } from "../rule.ts";
import { firstLine, listed } from "../words.ts";
import { unfitFor } from "./pull-secrets.ts";
import { elsewhere } from "./elsewhere.ts";

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

/** Reports whether a container waits for its image. */
export const isPull = (reason: string): boolean => reason === "ErrImagePull" || reason === "ImagePullBackOff";

const refusesToGive = "the registry refuses to give it";

/** Returns what the container runtime says of an image in a message. */
export const pullProblem = (message: string): string => {
  const inner = /: (?:ErrImagePull|RegistryUnavailable): (.*)$/.exec(message)?.[1] ?? message;
  const told = inner.replace(/^rpc error: code = \w+ desc = /, "");
  const platform = /no match(?:ing manifest)? for (?:platform in manifest|([a-z]+\/[a-z0-9/]+))/.exec(told);
  if (platform !== null)
    return `it has no image for the node's platform${platform[1] === undefined ? "" : `, ${platform[1]}`}`;
  if (/toomanyrequests|429 Too Many Requests/i.test(told)) return "the registry allows no more pulls for now";
  const unknown = /lookup (\S+?)(?: on \S+)?: no such host/.exec(told)?.[1];
  if (unknown !== undefined) return `the registry ${unknown} cannot be found`;
  if (/not found|manifest unknown|does not exist/.test(told)) return "the registry does not have it";
  if (/unauthorized|authorization failed|denied|pull access/.test(told)) return refusesToGive;
  return firstLine(told, 160);
};

/** Images that cannot be pulled, are not there, or are no images. */
export const podImages: Rule = async (pod, { reading }) => {
  const container = containersOf(pod).find(({ waiting }) => situations[waiting?.reason ?? ""] !== undefined);
  const { reason = "", message = "" } = container?.waiting ?? {};
  const situation = situations[reason];
  if (container === undefined || situation === undefined) return undefined;
  const { image, path } = container;
  const events = await reading.events(pod);
  const failed = events.find((event) => event.reason === "Failed" && event.message.startsWith("Failed to pull"));
  const secrets = itemsAt(pod, "spec.imagePullSecrets").map((each) => textAt(each, "name"));
  const absent = [];
  const unfit = [];
  for (const secret of isPull(reason) ? secrets : []) {
    const id = objectId("", "Secret", pod.metadata.namespace ?? "", secret);
    if (await reading.isMissing(id)) absent.push(id);
    const found = await reading.get(id);
    const why = found && unfitFor(image, found);
    if (found !== undefined && why !== undefined) unfit.push({ found, why });
  }
  const what = `${containerWords(container)} cannot start from the image ${image}`;
  const because =
    reason === "InvalidImageName"
      ? `${what}: it is not a valid image name`
      : reason === "ErrImageNeverPull"
        ? `${what}: it is not on the node, and imagePullPolicy is Never`
        : `${what}: ${pullProblem(failed?.message.replace(/^Failed to pull image "[^"]*": /, "") ?? message)}`;
  const about = { state: reason, level: "error" } as const;
  const evidence = [field(pod, `${path}.state.waiting.message`, message), ...byEvent(pod, failed)];
  const [first] = absent;
  if (first !== undefined)
    return conclude(pod, {
      ...about,
      situation: "pod-image-pull-secret-missing",
      because: `${because}; its imagePullSecret ${listed(absent.map((id) => id.name))} does not exist${(await elsewhere(first, reading)).text}`,
      evidence: [...evidence, ...absent.map(missing)],
    });
  const isRefused = because.endsWith(refusesToGive);
  // One that fits is enough: the kubelet tries them one after the other.
  if (isRefused && unfit.length > 0 && unfit.length === secrets.length)
    return conclude(pod, {
      ...about,
      situation: "pod-image-pull-secret-unfit",
      because: `${because}; ${unfit.map(({ why }) => why).join("; ")}`,
      evidence: [...evidence, ...unfit.map(({ found }) => there(found))],
    });
  const isOpen = isRefused && isPull(reason) && secrets.length === 0;
  return conclude(pod, {
    ...about,
    situation,
    because: isOpen ? `${because}; the pod names no imagePullSecrets` : because,
    evidence,
  });
};
