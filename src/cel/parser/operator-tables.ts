import { operators } from "../operators.ts";
import { tokens } from "./token.ts";

/** Reserved names, which cannot be used as identifiers. */
export const reserved = new Set(
  "as break const continue else false for function if import in let loop package namespace null return true var void while".split(
    " ",
  ),
);

/** Binary operators by token, one table per level of precedence. */
export const relations: Readonly<Record<number, string>> = {
  [tokens.less]: operators.less,
  [tokens.lessEquals]: operators.lessEquals,
  [tokens.greater]: operators.greater,
  [tokens.greaterEquals]: operators.greaterEquals,
  [tokens.equals]: operators.equals,
  [tokens.notEquals]: operators.notEquals,
  [tokens.in]: operators.in,
};
export const products: Readonly<Record<number, string>> = {
  [tokens.star]: operators.multiply,
  [tokens.slash]: operators.divide,
  [tokens.percent]: operators.modulo,
};
export const sums: Readonly<Record<number, string>> = {
  [tokens.plus]: operators.add,
  [tokens.minus]: operators.subtract,
};
