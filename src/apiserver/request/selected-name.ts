/**
 * The name that a field selector asks for by `metadata.name=x` (fields.Selector.RequiresExactMatch), or undefined; also where the
 * selector does not parse, so that no authorizer decides by half of it.
 */
export function selectedName(fieldSelector: string): string | undefined {
  let name: string | undefined;
  for (const term of splitTerms(fieldSelector).sort()) {
    if (term === "") continue;
    const operator = findOperator(term);
    if (operator === undefined) return undefined;
    const value = unescapeValue(term.slice(operator.end));
    if (value === undefined) return undefined;
    if (operator.equal && name === undefined && term.slice(0, operator.start) === "metadata.name") name = value;
  }
  return name;
}

function splitTerms(selector: string): string[] {
  if (!selector.includes("\\")) return selector.split(",");
  const terms: string[] = [];
  let start = 0;
  for (let i = 0; i < selector.length; i++) {
    if (selector[i] === "\\") i++;
    else if (selector[i] === ",") {
      terms.push(selector.slice(start, i));
      start = i + 1;
    }
  }
  terms.push(selector.slice(start));
  return terms;
}

function findOperator(term: string): { start: number; end: number; equal: boolean } | undefined {
  const equals = term.indexOf("=");
  if (equals < 0) return undefined;
  if (equals > 0 && term[equals - 1] === "!") return { start: equals - 1, end: equals + 1, equal: false };
  return { start: equals, end: term[equals + 1] === "=" ? equals + 2 : equals + 1, equal: true };
}

function unescapeValue(text: string): string | undefined {
  let value = "";
  for (let i = 0; i < text.length; i++) {
    let char = text.charAt(i);
    if (char === "," || char === "=") return undefined;
    if (char === "\\") {
      char = text.charAt(++i);
      if (char !== "\\" && char !== "," && char !== "=") return undefined;
    }
    value += char;
  }
  return value;
}
