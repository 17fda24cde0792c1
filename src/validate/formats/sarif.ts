import { allFindings, type Finding, type Place, type ValidationReport } from "../report.ts";

/** The report as SARIF 2.1.0, which code hosts show at the lines of a change. */
export function sarifReport(report: ValidationReport): string {
  const unreadable: ReadonlySet<Finding> = new Set(report.problems);
  const ruleIdOf = (finding: Finding): string =>
    ruleOf(finding) || (unreadable.has(finding) ? "Unreadable" : "Refused");
  const findings = allFindings(report);
  const ids = [...new Set(findings.map(ruleIdOf))];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "kubepad validate",
            rules: ids.map((id) => ({ id })),
          },
        },
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => ({
          ruleId: ruleIdOf(finding),
          ruleIndex: ids.indexOf(ruleIdOf(finding)),
          level: finding.level,
          message: { text: finding.hint === undefined ? finding.message : `${finding.message}\nhint: ${finding.hint}` },
          locations: [locationOf(finding.place)],
          ...(finding.rule?.place !== undefined && {
            relatedLocations: [
              {
                ...locationOf(finding.rule.place),
                id: 1,
                message: { text: `rule of ${finding.rule.kind} ${finding.rule.name}` },
              },
            ],
          }),
        })),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** The rule of a finding: its policy or definition, else the reason of the cause; "" for an error without either. */
const ruleOf = ({ reason, rule, level }: Finding): string =>
  rule === undefined ? reason || (level === "warning" ? "Warning" : "") : `${rule.kind}/${rule.name}`;

const locationOf = ({ file, line, column, endLine, endColumn }: Place) => ({
  physicalLocation: {
    artifactLocation: { uri: file.split("/").map(encodeURIComponent).join("/") },
    region: { startLine: line, startColumn: column, endLine, endColumn },
  },
});
