import { KubectlError } from "../kubectl-error.ts";

type Operation = (left: number, right: number) => number;

/** The operators of two numbers, those that bind loosely first. */
const levels: readonly Readonly<Record<string, Operation>>[] = [
  { "||": (a, b) => Number(a !== 0 || b !== 0) },
  { "&&": (a, b) => Number(a !== 0 && b !== 0) },
  { "|": (a, b) => a | b },
  { "^": (a, b) => a ^ b },
  { "&": (a, b) => a & b },
  { "==": (a, b) => Number(a === b), "!=": (a, b) => Number(a !== b) },
  {
    "<=": (a, b) => Number(a <= b),
    ">=": (a, b) => Number(a >= b),
    "<": (a, b) => Number(a < b),
    ">": (a, b) => Number(a > b),
  },
  { "<<": (a, b) => a << b, ">>": (a, b) => a >> b },
  { "+": (a, b) => a + b, "-": (a, b) => a - b },
  { "*": (a, b) => a * b, "/": (a, b) => Math.trunc(divided(a, b)), "%": (a, b) => divided(a, b) && a % b },
  { "**": (a, b) => a ** b },
];

/** A number as it is written: decimal, octal after 0, hexadecimal after 0x, or of another base before #. */
function numberFrom(text: string): number {
  const [, base, digits] = /^(\d+)#(\w+)$/.exec(text) ?? [];
  if (base !== undefined && digits !== undefined) return Number.parseInt(digits, Number(base));
  return /^0\d/.test(text) ? Number.parseInt(text, 8) : Number(text);
}

function divided(a: number, b: number): number {
  if (b === 0) throw new KubectlError("division by 0", 1);
  return a / b;
}

const token =
  /\s*(0[xX][\da-fA-F]+|\d+#\w+|\d+|\$?\{?[A-Za-z_]\w*\}?|\$[\d#]|\+\+|--|&&|\|\||(?:<<|>>|[-+*/%&|^])=|[=!<>]=|<<|>>|\*\*|[-+*/%<>()!=&|^~?:,])\s*/y;
const deepest = 50;
const name = /^\$?\{?([A-Za-z_]\w*|[\d#])\}?$/;

/** The variables that arithmetic reads and sets. */
export interface NumberVariables {
  variable(name: string, isAsked?: boolean): string | undefined;
  assign(name: string, value: string): void;
}

/**
 * The value of what stands in `$((...))`: whole numbers, variables and the operators of comparison, sum and product,
 * and assignments. Throws a KubectlError for anything else.
 */
export function arithmetic(source: string, variables: NumberVariables, depth = 0): number {
  const tokens = tokensOf(source);
  let at = 0;
  const set = (variable: string, value: number): number => {
    variables.assign(variable, String(value));
    return value;
  };
  const numberOf = (variable: string): number => valueIn(variables, variable, depth);
  const operand = (depth: number): number => {
    const text = tokens[at++] ?? "";
    if (depth > deepest) throw malformed(source);
    if (text === "-") return -operand(depth + 1);
    if (text === "+") return operand(depth + 1);
    if (text === "~") return ~operand(depth + 1);
    if (text === "!") return Number(operand(depth + 1) === 0);
    if (text === "(") {
      const value = listed(depth + 1);
      if (tokens[at++] !== ")") throw malformed(source);
      return value;
    }
    if (/^\d/.test(text)) return numberFrom(text);
    const isStep = text === "++" || text === "--";
    const [, variable] = name.exec(isStep ? (tokens[at++] ?? "") : text) ?? [];
    if (variable === undefined) throw malformed(source);
    if (isStep) return set(variable, numberOf(variable) + (text === "++" ? 1 : -1));
    return changed(variable, depth);
  };
  /** The value of a variable, which what follows it may set. */
  const changed = (variable: string, depth: number): number => {
    const [, operator] = /^(<<|>>|[-+*/%&|^]?)=$|^(?:\+\+|--)$/.exec(tokens[at] ?? "") ?? [];
    const value = numberOf(variable);
    if (operator === undefined) {
      if (tokens[at] !== "++" && tokens[at] !== "--") return value;
      set(variable, value + (tokens[at++] === "++" ? 1 : -1));
      return value;
    }
    at++;
    const other = chosen(depth + 1);
    const apply = levels.find((level) => level[operator] !== undefined)?.[operator];
    return set(variable, apply === undefined ? other : apply(value, other));
  };
  const sum = (level: number, depth: number): number => {
    const operations = levels[level];
    if (operations === undefined) return operand(depth);
    let value = sum(level + 1, depth);
    for (let apply = operations[tokens[at] ?? ""]; apply !== undefined; apply = operations[tokens[at] ?? ""]) {
      at++;
      value = apply(value, sum(level + 1, depth));
    }
    return value;
  };
  /** `CONDITION ? VALUE : VALUE`. */
  const chosen = (depth: number): number => {
    const value = sum(0, depth);
    if (tokens[at] !== "?") return value;
    at++;
    const first = listed(depth + 1);
    if (tokens[at++] !== ":") throw malformed(source);
    const second = chosen(depth + 1);
    return value === 0 ? second : first;
  };
  /** Values with commas between them, the last of which counts. */
  const listed = (depth: number): number => {
    let value = chosen(depth);
    for (; tokens[at] === ","; value = chosen(depth)) at++;
    return value;
  };
  const value = tokens.length === 0 ? 0 : listed(0);
  if (at < tokens.length) throw malformed(source);
  return value;
}

/** The numbers, names and operators of a text. */
function tokensOf(source: string): readonly string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  for (let from = 0; from < source.length; from = token.lastIndex) {
    const [, text] = token.exec(source) ?? [];
    if (text === undefined) throw malformed(source);
    tokens.push(text);
  }
  return tokens;
}

/** The number that a variable has; one that has other text has the value of that. */
function valueIn(variables: NumberVariables, name: string, depth: number): number {
  const text = (variables.variable(name, true) ?? "").trim();
  const value = numberFrom(text);
  if (Number.isFinite(value)) return value;
  return depth > deepest ? 0 : arithmetic(text, variables, depth + 1);
}

const malformed = (source: string): KubectlError =>
  new KubectlError(`${source}: arithmetic syntax error in expression`, 1);
