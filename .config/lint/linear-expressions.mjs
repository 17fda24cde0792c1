// A rule for oxlint: regular expressions take a time that grows with the length of the text, not with its square.
// scslre finds those that one repeated character slows down: quantifiers that can exchange characters, as in
// /^\s*(.*?)\s*$/, and those that are tried anew from each place, as in /=+$/.
import { analyse } from "scslre";

/** @type {Map<string, string | undefined>} What is wrong with an expression, by how it is written. */
const known = new Map();

/** Says what makes an expression slow, undefined if nothing does. An expression that cannot be parsed is not judged. */
function slownessOf({ pattern, flags }) {
  if (!/[*+]|,\}/.test(pattern)) return undefined;
  const written = `/${pattern}/${flags}`;
  if (!known.has(written)) known.set(written, slownessIn(pattern, flags));
  return known.get(written);
}

function slownessIn(source, flags) {
  const reportTypes = { Move: !flags.includes("y") };
  const [report] = analyse({ source, flags }, { maxReports: 1, reportTypes }).reports;
  if (report === undefined) return undefined;
  const many = `a text of many ${JSON.stringify(report.character.pick)}`;
  switch (report.type) {
    case "Move":
      return `${report.quant.raw} is tried anew at each place of ${many}: anchor it, or walk (trimRight of trim.ts)`;
    case "Self":
      return `${report.quant.raw} repeats in what repeats: ${many} takes quadratic time or more`;
    case "Trade":
      return `${report.startQuant.raw} and ${report.endQuant.raw} exchange characters: ${many} takes quadratic time`;
  }
}

/** The text of a literal argument: a string, or a template without parts. */
function constantOf(node) {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  return node?.type === "TemplateLiteral" && node.expressions.length === 0 ? node.quasis[0].value.cooked : undefined;
}

const linearExpressions = {
  meta: { type: "problem" },
  create(context) {
    const judge = (node, expression) => {
      const message = slownessOf(expression);
      if (message !== undefined) context.report({ node, message });
    };
    return {
      Literal(node) {
        if (node.regex !== undefined) judge(node, node.regex);
      },
      NewExpression(node) {
        if (node.callee.type !== "Identifier" || node.callee.name !== "RegExp") return;
        const pattern = constantOf(node.arguments[0]);
        const flags = node.arguments.length > 1 ? constantOf(node.arguments[1]) : "";
        if (pattern !== undefined && flags !== undefined) judge(node, { pattern, flags });
      },
    };
  },
};

export default { meta: { name: "kubepad" }, rules: { "linear-expressions": linearExpressions } };
