const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  e: "\x1b",
  "\\": "\\",
};

/** A text with its escapes of backslashes read; those that there are not stay. */
export const unescaped = (text: string): string =>
  text.replace(/\\(?:(0?[0-7]{1,3})|x([\da-fA-F]{1,2})|(.))/gs, (whole, octal, hex, letter) =>
    typeof octal === "string"
      ? String.fromCharCode(Number.parseInt(octal, 8))
      : typeof hex === "string"
        ? String.fromCharCode(Number.parseInt(hex, 16))
        : (escapes[String(letter)] ?? whole),
  );

/** What the shell's `echo` prints for its arguments: `-n` leaves the end of the line out, `-e` reads escapes. */
export function echo(args: readonly string[]): string {
  const first = args.findIndex((arg) => !/^-[neE]+$/.test(arg));
  const options = (first < 0 ? args : args.slice(0, first)).join("");
  const text = (first < 0 ? [] : args.slice(first)).join(" ");
  const isRead = options.lastIndexOf("e") > options.lastIndexOf("E");
  return (isRead ? unescaped(text) : text) + (options.includes("n") ? "" : "\n");
}
