import { isRecord } from "../../../apimachinery/is-record.ts";

/** Manifests of Secrets and of reviews of tokens, as YAML or JSON, also within the text of another value. */
const manifest = /\bkind\\*["']?\s*:\s*\\*["']?(?:Secret|TokenReview)\b/;
const command = /\bcreate\s+secrets?\b|(?:^|\s)--token\b/;
const secretsPath = /\/secrets(?:[/?]|$)/;

/**
 * Reports whether what a user has entered holds the content of a Secret or a token: a manifest, a command, or the body
 * of a request for Secrets.
 */
export function holdsSecret(entered: unknown): boolean {
  if (typeof entered === "string") return manifest.test(entered) || command.test(entered);
  if (Array.isArray(entered)) return entered.some(holdsSecret);
  if (!isRecord(entered)) return false;
  const { target, body, kind } = entered;
  if (kind === "Secret" || kind === "TokenReview") return true;
  if (typeof target === "string" && secretsPath.test(target) && typeof body === "string" && body.trim() !== "")
    return true;
  return Object.values(entered).some(holdsSecret);
}
