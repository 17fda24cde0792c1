/** What an Authorization header says about a bearer token: one to look up, or none and perhaps a warning. */
export interface Bearer {
  readonly token?: string;
  readonly warning?: string;
}

const nothing: Bearer = {};
const doubledSpace: Bearer = {
  warning: "the provided Authorization header contains extra space before the bearer token, and is ignored",
};

/**
 * Reads `Bearer TOKEN`, the scheme in any case, words after the token ignored. Other schemes, an empty token and a
 * doubled space are no
 * credentials at all (bearertoken.Authenticator).
 */
export function bearerToken(authorization: string | null): Bearer {
  const header = authorization?.trim() ?? "";
  if (header.length < 7 || header[6] !== " " || header.slice(0, 6).toLowerCase() !== "bearer") return nothing;
  const end = header.indexOf(" ", 7);
  if (end === 7) return doubledSpace;
  return { token: end < 0 ? header.slice(7) : header.slice(7, end) };
}
