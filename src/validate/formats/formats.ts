import { workflowCommand } from "../../component-base/report-texts.ts";
import { allFindings, printable, totalsOf, type ValidationReport } from "../report.ts";
import { junitReport } from "./junit.ts";
import { sarifReport } from "./sarif.ts";
import { tapReport } from "./tap.ts";
import { explanationOf, noColours, summaryOf, textReport, type Colours } from "./text.ts";

/** The formats of reports, by the names of `-o`. */
const formats = {
  text: (report, colours) => textReport(report, colours),
  json: (report) => `${JSON.stringify({ ...report, totals: totalsOf(report) }, undefined, 2)}\n`,
  junit: (report) => junitReport(report),
  sarif: (report) => sarifReport(report),
  github: (report) => githubReport(report),
  tap: (report) => tapReport(report),
} satisfies Readonly<Record<string, (report: ValidationReport, colours: Colours) => string>>;

/** The name of a format. */
export type Format = keyof typeof formats;

/** The names of all formats, that of people first. */
export const formatNames = Object.keys(formats);

export const isFormat = (name: string): name is Format => Object.hasOwn(formats, name);

/** Writes a report; only the format for people has colours. */
export const formatReport = (report: ValidationReport, format: Format, colours: Colours = noColours): string =>
  formats[format](report, colours);

/** Commands of GitHub's workflows, which annotate the lines of a pull request; then the last line of the text. */
function githubReport(report: ValidationReport): string {
  const commands = allFindings(report).map((finding) => {
    const { level, message, place, reason } = finding;
    const { file, line, column: col, endLine, endColumn } = place;
    const title = reason === "" ? {} : { title: reason };
    const shown = [...message.split("\n").map(printable), ...explanationOf(finding)].join("\n");
    return workflowCommand(level, { file: printable(file), line, endLine, col, endColumn, ...title }, shown);
  });
  return [...commands, summaryOf(report), ""].join("\n");
}
