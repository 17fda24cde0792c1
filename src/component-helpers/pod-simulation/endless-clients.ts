import { hostAskedBy } from "./client-programs.ts";
import { serviceOfHost } from "./service-of-host.ts";

/** A loop of a shell that does not end by itself. */
const endlessLoop = /\b(?:while|until)\b|\bfor\s*\(\(\s*;\s*;\s*\)\)/;

/** The CPUs that images of known programs use for a client that asks again as soon as it is answered. */
const busyImages: readonly (readonly [RegExp, number])[] = [[/(?:^|\/)hpa-example(?:[:@]|$)/, 0.7]];
const otherImages = 0.02;

/** What a server uses while a client asks it without end, in CPUs: that of its image. */
export const cpuForClient = (image: string): number =>
  busyImages.find(([pattern]) => pattern.test(image))?.[1] ?? otherImages;

/**
 * Returns the Services that a command asks again and again, as load generators do, in the form `namespace/name`:
 * `sh -c "while sleep 0.01; do wget -q -O- http://web; done"` in the namespace `shop` asks `shop/web`.
 */
export function servicesAskedWithoutEnd(words: readonly string[], ownNamespace: string): readonly string[] {
  const script = words.join(" ");
  const at = script.search(endlessLoop);
  if (at < 0) return [];
  const commands = script
    .slice(at)
    .split(/[;&|\n]+/)
    .map((command) =>
      command
        .replace(/["'(){}]|\b(?:while|until|do|then|if)\b/g, " ")
        .trim()
        .split(/\s+/),
    );
  const asked = commands.flatMap(([path = "", ...rest]) => {
    const host = hostAskedBy(path.slice(path.lastIndexOf("/") + 1), rest);
    const service = host === undefined ? undefined : serviceOfHost(host, ownNamespace);
    return service === undefined ? [] : [`${service.namespace}/${service.name}`];
  });
  return [...new Set(asked)];
}
