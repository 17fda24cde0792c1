const part = "[a-z0-9]+(?:(?:[._]|__|[-]+)[a-z0-9]+)*";
const label = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
const domain = `(?:${label}(?:\\.${label})*|\\[(?:[a-fA-F0-9:]+)\\])(?::[0-9]+)?`;
const digest = "[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}";
const pattern = new RegExp(`^(?:${domain}/)?(${part}(?:/${part})*)(?::(\\w[\\w.-]{0,127}))?(?:@(${digest}))?$`);

/** Reports whether a text is the reference of an image (distribution/reference.ReferenceRegexp). */
export const isImageReference = (text: string): boolean => pattern.test(text);

const maxPathLength = 255;
const identifier = /^[a-f0-9]{64}$/;
const validDigest = /^(?:sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128})$/;

/** Returns the name of an image with its domain, which is that of Docker Hub unless it names one. */
function normalized(image: string): string {
  const slash = image.indexOf("/");
  const first = image.slice(0, Math.max(slash, 0));
  if (first === "localhost" || /[.:]/.test(first) || first !== first.toLowerCase()) return image;
  return `docker.io/${slash < 0 ? "library/" : ""}${image}`;
}

/**
 * Returns the tag of an image: `latest` if it has neither tag nor digest, "" if it has a digest only or if the text is
 * not the name of an image (parsers.ParseImageName).
 */
export function imageTag(image: string): string {
  if (identifier.test(image)) return "";
  const [, path = "", tag, found] = pattern.exec(normalized(image)) ?? [];
  if (path === "" || path.length > maxPathLength || (found !== undefined && !validDigest.test(found))) return "";
  return tag ?? (found === undefined ? "latest" : "");
}
