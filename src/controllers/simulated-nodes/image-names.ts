/** Returns the name of an image with the registry that is meant where none is named (reference.ParseDockerRef). */
function familiarToFull(image: string): string {
  const host = image.slice(0, Math.max(image.indexOf("/"), 0));
  const hasHost = host === "localhost" || /.[.:]/s.test(host);
  return hasHost ? image : `docker.io/${image.includes("/") ? "" : "library/"}${image}`;
}

const tag = /:[\w][\w.-]*$/;

/** Returns the name by which a runtime looks an image up, with the tag `latest` where it has neither tag nor digest. */
export function imageReference(image: string): string {
  const full = familiarToFull(image);
  return full.includes("@") || tag.test(full) ? full : `${full}:latest`;
}

/**
 * Returns the ID by which a container's status names its image: the repository and a digest, without a tag. The digest
 * is that of the name, or `digest` if the name has none.
 */
export function imageId(image: string, digest: string): string {
  const [name = "", named = `sha256:${digest}`] = familiarToFull(image).split("@");
  return `${name.replace(tag, "")}@${named}`;
}
