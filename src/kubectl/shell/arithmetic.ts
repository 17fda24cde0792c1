import { KubectlError } from "../kubectl-error.ts";

type Operation = (left: number, right: number) => number;

/** The operators of two numbers, those that bind loosely first. */
const levels: readonly Readonly<Record<string, Operation>>[] = [
  { "||": (a, b) => Number(a !== 0 || b !== 0) },
  { "&&": (a, b) => Number(a !== 0 && b !== 0) },
  { "==": (a, b) => Number(a === b), "!=": (a, b) => Number(a !== b) },
  {
    "<=": (a, b) => Number(a <= b),
    ">=": (a, b) => Number(a >= b),
    "<": (a, b) => Number(a < b),
    ">": (a, b) => Number(a > b),
  },
  { "+": (a, b) => a + b, "-": (a, b) => a - b },
  { "*": (a, b) => a * b, "/": (a, b) => Math.trunc(divided(a, b)), "%": (a, b) => divided(a, b) && a % b },
];

function divided(a: number, b: number): number {
  if (b === 0) throw new KubectlError("division by 0", 1);
  return a / b;
}

const token = /\s*(\d+|\$?\{?[A-Za-z_]\w*\}?|\$[\d#]|\+\+|--|&&|\|\||[-+*/%]=|[=!<>]=|[-+*/%<>()!=])\s*/y;
const deepest = 50;
const name = /^\$?\{?([A-Za-z_]\w*|[\d#])\}?$/;

/** The variables that arithmetic reads and sets. */
export interface NumberVariables {
  variable(name: string): string | undefined;
  assign(name: string, value: string): void;
}

/**
 * The value of what stands in `$((...))`: whole numbers, variables and the operators of comparison, sum and product,
 * and assignments. Throws a KubectlError for anything else.
 */
export function arithmetic(source: string, variables: NumberVariables): number {
  const tokens: string[] = [];
  token.lastIndex = 0;
  for (let from = 0; from < source.length; from = token.lastIndex) {
    const [, text] = token.exec(source) ?? [];
    if (text === undefined) throw malformed(source);
    tokens.push(text);
  }
  let at = 0;
  const set = (variable: string, value: number): number => {
    variables.assign(variable, String(value));
    return value;
  };
  const numberOf = (variable: string): number => {
    const value = Number(variables.variable(variable) ?? "");
    return Number.isFinite(value) ? value : 0;
  };
  const operand = (depth: number): number => {
    const text = tokens[at++] ?? "";
    if (depth > deepest) throw malformed(source);
    if (text === "-") return -operand(depth + 1);
    if (text === "!") return Number(operand(depth + 1) === 0);
    if (text === "(") {
      const value = sum(0, depth + 1);
      if (tokens[at++] !== ")") throw malformed(source);
      return value;
    }
    if (/^\d/.test(text)) return Number(text);
    const isStep = text === "++" || text === "--";
    const [, variable] = name.exec(isStep ? (tokens[at++] ?? "") : text) ?? [];
    if (variable === undefined) throw malformed(source);
    if (isStep) return set(variable, numberOf(variable) + (text === "++" ? 1 : -1));
    return changed(variable, depth);
  };
  /** The value of a variable, which what follows it may set. */
  const changed = (variable: string, depth: number): number => {
    const [, operator] = /^([-+*/%]?)=$|^(?:\+\+|--)$/.exec(tokens[at] ?? "") ?? [];
    const value = numberOf(variable);
    if (operator === undefined) {
      if (tokens[at] !== "++" && tokens[at] !== "--") return value;
      set(variable, value + (tokens[at++] === "++" ? 1 : -1));
      return value;
    }
    at++;
    const other = sum(0, depth + 1);
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
  const value = tokens.length === 0 ? 0 : sum(0, 0);
  if (at < tokens.length) throw malformed(source);
  return value;
}

const malformed = (source: string): KubectlError =>
  new KubectlError(`${source}: arithmetic syntax error in expression`, 1);
