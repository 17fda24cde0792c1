const atext = "[A-Za-z0-9!#$%&'*+\\-/=?^_`{|}~\\u0080-\\uffff]";
const dotAtom = new RegExp(`^${atext}+(?:\\.${atext}+)*$`);
const quoted = /^"(?:[^"\\\r\n]|\\[^\r\n])*"$/;
const domainLiteral = /^\[[^[\]\\]*\]$/;
const phrase = new RegExp(`^(?:${atext}|[ \\t.]|"(?:[^"\\\\]|\\\\.)*")*$`);

/** `local@domain`, the local part an atom with dots or quoted. */
function isAddrSpec(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1) return false;
  const local = text.slice(0, at);
  const domain = text.slice(at + 1).trim();
  return (
    (dotAtom.test(local.trim()) || (quoted.test(local.trim()) && local.trim().length > 2)) &&
    (dotAtom.test(domain) || domainLiteral.test(domain))
  );
}

/**
 * An address as mail headers have it, with or without a name before it (net/mail ParseAddress); comments behind it do
 * not matter.
 */
export function isEmail(text: string): boolean {
  const trimmed = text.trim().replace(/\s*\([^()]*\)$/, "");
  if (!trimmed.endsWith(">")) return isAddrSpec(trimmed);
  const open = trimmed.lastIndexOf("<");
  return open >= 0 && phrase.test(trimmed.slice(0, open)) && isAddrSpec(trimmed.slice(open + 1, -1));
}
