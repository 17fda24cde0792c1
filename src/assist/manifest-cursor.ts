/** The position of the caret in a manifest, which may be incomplete. */
export interface ManifestCursor {
  /**
   * The path of members and list items that contain the caret, from the root. If the caret is in a value, the last
   * element is its key.
   */
  readonly path: readonly (string | number)[];
  readonly at: "key" | "value";
  /** The part of the key or value before the caret. */
  readonly typed: string;
  /** The start offset of that part, and the end offset of the word at the caret. */
  readonly start: number;
  readonly end: number;
  /** The column of the members of this mapping. */
  readonly column: number;
  /** Whether a colon follows the key. */
  readonly colon: boolean;
  /** The other keys of the same mapping. */
  readonly siblings: ReadonlySet<string>;
}

interface YamlLine {
  /** The columns of list item dashes. */
  readonly dashes: readonly number[];
  /** The column of the text after indentation and dashes. */
  readonly column: number;
  readonly key: string | undefined;
  /** The start of the value, after the colon. */
  readonly value: number;
  readonly blank: boolean;
}

const yamlKey = /^("(?:[^"\\]|\\.)*"|'[^']*'|[^\s#"'{[\]},&*!|>%@`](?:[^#]*?[^\s#])??)\s*:(?=\s|$)/;
const unquoted = (key: string): string => (/^["']/.test(key) ? key.slice(1, -1) : key);

function readLine(line: string): YamlLine {
  const dashes: number[] = [];
  let column = line.length - line.trimStart().length;
  while (/^-(?:\s|$)/.test(line.slice(column))) {
    dashes.push(column);
    column += 1;
    while (line[column] === " ") column += 1;
  }
  const rest = line.slice(column);
  const match = yamlKey.exec(rest);
  const blank = rest === "" || rest.startsWith("#");
  return {
    dashes,
    column,
    key: match?.[1] === undefined ? undefined : unquoted(match[1]),
    value: column + (match?.[0].length ?? 0),
    blank: blank && dashes.length === 0,
  };
}

/** Collects the parents of a position by walking upwards from its column. */
class YamlParents {
  readonly path: (string | number)[] = [];
  #limit: number;
  #list: number | undefined;

  constructor(column: number) {
    this.#limit = column;
  }

  addDashes(dashes: readonly number[]): void {
    for (const dash of dashes.toReversed()) {
      if (dash >= this.#limit || this.#list !== undefined) continue;
      this.path.unshift(0);
      // A list may have the same indentation as its key.
      this.#limit = dash + 1;
      this.#list = dash;
    }
  }

  add({ dashes, column, key }: YamlLine): void {
    if (key !== undefined && column < this.#limit) {
      this.path.unshift(key);
      this.#limit = column;
      this.#list = undefined;
    }
    this.addDashes(dashes);
  }
}

/** Returns the caret position in YAML, derived from the surrounding indentation. */
export function yamlCursor(text: string, offset: number): ManifestCursor {
  const before = text.slice(0, offset).split("\n");
  const lineStart = offset - (before.at(-1)?.length ?? 0);
  const lines = text.split("\n");
  const at = before.length - 1;
  const whole = lines[at] ?? "";
  const line = readLine(whole);
  const caret = offset - lineStart;
  const inValue = line.key !== undefined && caret > line.value - 1;
  const column = line.blank ? caret : line.column;
  const parents = new YamlParents(column);
  parents.addDashes(line.dashes);
  for (let above = at - 1; above >= 0; above -= 1) {
    if (/^---(\s|$)/.test(lines[above] ?? "")) break;
    const other = readLine(lines[above] ?? "");
    if (!other.blank) parents.add(other);
  }
  const { path } = parents;
  if (inValue && line.key !== undefined) {
    const start = line.value + (/^\s*/.exec(whole.slice(line.value))?.[0].length ?? 0);
    return {
      path: [...path, line.key],
      at: "value",
      typed: whole.slice(start, caret),
      start: lineStart + Math.min(start, caret),
      end: Math.max(offset, lineStart + whole.trimEnd().length),
      column,
      colon: true,
      siblings: new Set(),
    };
  }
  const end = line.key === undefined ? whole.trimEnd().length : line.value - 1;
  return {
    path,
    at: "key",
    typed: whole.slice(column, caret),
    start: lineStart + Math.min(column, caret),
    end: lineStart + Math.max(end, caret),
    column,
    colon: line.key !== undefined,
    siblings: siblingsOf(lines, at, column),
  };
}

/** Returns the keys at the same depth of the same mapping. */
function siblingsOf(lines: readonly string[], at: number, column: number): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (step: 1 | -1) => {
    // The first line of a list item starts its mapping, so lines above belong to another mapping.
    if (step < 0 && readLine(lines[at] ?? "").dashes.length > 0) return;
    for (let i = at + step; i >= 0 && i < lines.length; i += step) {
      const line = readLine(lines[i] ?? "");
      if (line.blank) continue;
      const first = line.dashes[0] ?? line.column;
      if (/^---(\s|$)/.test(lines[i] ?? "") || line.column < column) return;
      if (step > 0 && first < column) return;
      if (line.column === column && line.key !== undefined) found.add(line.key);
      if (first < column) return;
    }
  };
  look(-1);
  look(1);
  return found;
}

interface JsonFrame {
  readonly array: boolean;
  readonly keys: Set<string>;
  key: string | undefined;
  index: number;
  /** Whether a value is expected: after a colon, or in a list. */
  value: boolean;
}

/** Returns the caret position in JSON, by scanning the text from its start. */
export function jsonCursor(text: string, offset: number): ManifestCursor {
  const frames: JsonFrame[] = [];
  let start = offset;
  const pattern = /"(?:[^"\\\n]|\\.)*"?|[-\w.+]+|[{}[\],:]/g;
  for (let match = pattern.exec(text); match !== null && match.index < offset; match = pattern.exec(text)) {
    const [token] = match;
    const end = match.index + token.length;
    const open = token.startsWith('"') && (token.length === 1 || !token.endsWith('"'));
    if (/^["\w.+-]/.test(token) && (end > offset || (end === offset && (open || !token.startsWith('"'))))) {
      start = match.index;
      break;
    }
    readToken(frames, token);
  }
  return jsonPlace(frames, text, start, offset);
}

function jsonPlace(frames: readonly JsonFrame[], text: string, start: number, offset: number): ManifestCursor {
  const top = frames.at(-1);
  const path = frames.flatMap((frame, i): (string | number)[] => {
    const inside = i < frames.length - 1 || frame.value;
    if (frame.array) return [frame.index];
    return inside && frame.key !== undefined ? [frame.key] : [];
  });
  const at = top === undefined || top.array || top.value ? "value" : "key";
  const word = /^(?:"(?:[^"\\\n]|\\.)*"?|[-\w.+]*)/.exec(text.slice(start))?.[0] ?? "";
  return {
    path,
    at,
    typed: text.slice(start, offset).replace(/^"/, ""),
    start,
    end: Math.max(offset, start + word.length),
    column: 0,
    colon: /^\s*:/.test(text.slice(start + word.length)),
    siblings: (at === "key" ? top?.keys : undefined) ?? new Set(),
  };
}

function readToken(frames: JsonFrame[], token: string): void {
  const top = frames.at(-1);
  switch (token) {
    case "{":
    case "[":
      frames.push({ array: token === "[", keys: new Set(), key: undefined, index: 0, value: false });
      return;
    case "}":
    case "]":
      frames.pop();
      return;
    case ":":
      if (top !== undefined) top.value = true;
      return;
    case ",":
      if (top?.array === true) top.index += 1;
      else if (top !== undefined) top.value = false;
      return;
  }
  if (top === undefined || top.array || top.value) return;
  top.key = token.replace(/^"|"$/g, "");
  top.keys.add(top.key);
}
