import { tokensOf } from "../code/highlight.ts";
import "./cel-parts.css";

/** A syntax-highlighted expression. */
export function RuleCode({ text }: { readonly text: string }) {
  return (
    <pre className="kp-rule-code">
      <code>
        {text.split("\n").map((line, i) => (
          <span key={i}>
            {tokensOf(line, "cel").map((token, at) =>
              token.kind === "" ? (
                token.text
              ) : (
                <span key={at} className={`kp-t-${token.kind}`}>
                  {token.text}
                </span>
              ),
            )}
            {"\n"}
          </span>
        ))}
      </code>
    </pre>
  );
}
