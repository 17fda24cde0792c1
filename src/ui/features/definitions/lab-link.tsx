import { labAddress } from "../../cel/share-lab.ts";
import { emptyLab } from "../../cel/lab-state.ts";
import { Button } from "../../design/button.tsx";
import { usePage, type Page } from "../../state/page.ts";
import { formatRoute, navigate } from "../../state/route.ts";
import type { RuleText, SchemaNode } from "./model/schema-node.ts";
import { textsOf } from "../../texts/texts.ts";

/** A rule with initial values. */
export interface RuleInLab {
  /** The schema of the whole resource. */
  readonly schema: SchemaNode;
  readonly path: readonly string[];
  readonly text: Pick<RuleText, "rule" | "optionalOldSelf">;
  readonly self: unknown;
  readonly oldSelf?: unknown;
}

/** A button that opens a rule in the CEL lab. The lab links back to the definition. */
export function LabLink(rule: RuleInLab) {
  const page = usePage();
  return (
    <Button size="small" icon="external" className="kp-lab-link" onClick={() => void openInLab(page, rule)}>
      Open in the CEL lab
    </Button>
  );
}

async function openInLab(page: Page, { schema, path, text, self, oldSelf }: RuleInLab): Promise<void> {
  const texts = textsOf(page);
  const [schemaText, selfText, oldText] = await Promise.all([
    texts.print(schema),
    self === undefined ? "" : texts.print(self),
    oldSelf === undefined ? "" : texts.print(oldSelf),
  ]);
  const lab = {
    ...emptyLab,
    expression: text.rule,
    schema: schemaText,
    path,
    optionalOldSelf: text.optionalOldSelf,
    inputs: { self: selfText, oldSelf: oldText },
  };
  navigate(await labAddress(lab, formatRoute(page.route.getState())));
}
