import { Histogram, type Counter, type Gauge, type MetricFamily, type MetricOptions, type Series } from "./metric.ts";

/** The Content-Type of the Prometheus text format as the Go client library sends it. */
export const textFormatMediaType = "text/plain; version=0.0.4; charset=utf-8; escaping=underscores";

/** Writes a family in the text format: help, type, and one line per value; "" if it has no series. */
export function writeFamily({ options, type, collect }: MetricFamily): string {
  const lines = [...collect()]
    .map((series) => [labelsText(options, series.values), series] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (lines.length === 0) return "";
  const { name, help, stability, deprecatedSince } = options;
  const level = stability === undefined ? "" : `[${stability}] `;
  const deprecation = deprecatedSince === undefined ? "" : `(Deprecated since 1.${deprecatedSince}.0) `;
  return `# HELP ${name} ${level}${deprecation}${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${name} ${type}\n${lines.map(([labels, series]) => writeSeries(name, labels, series)).join("")}`;
}

function labelsText({ labels = [] }: MetricOptions, values: readonly string[]): string {
  return labels
    .map((label, i) => [label, values[i] ?? ""] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, value]) => `${label}="${escapeValue(value)}"`)
    .join(",");
}

const escapeValue = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');

const sample = (name: string, labels: string, value: number): string =>
  `${name}${labels === "" ? "" : `{${labels}}`} ${formatValue(value)}\n`;

function writeSeries(name: string, labels: string, { metric }: Series<Counter | Gauge | Histogram>): string {
  if (!(metric instanceof Histogram)) return sample(name, labels, metric.value);
  const prefix = labels === "" ? "" : `${labels},`;
  let total = 0;
  let text = "";
  for (const [i, count] of metric.counts.entries()) {
    total += count;
    const bound = metric.bounds[i];
    text += sample(`${name}_bucket`, `${prefix}le="${bound === undefined ? "+Inf" : formatValue(bound)}"`, total);
  }
  return text + sample(`${name}_sum`, labels, metric.sum) + sample(`${name}_count`, labels, total);
}

/**
 * Formats a value as strconv.FormatFloat(value, 'g', -1, 64): with an exponent from seven digits before the point on.
 */
export function formatValue(value: number): string {
  if (value === Infinity) return "+Inf";
  if (value === -Infinity) return "-Inf";
  const size = Math.abs(value);
  if (value === 0 || (size >= 1e-4 && size < 1e6)) return String(value);
  const [digits = "", power = "+0"] = value.toExponential().split("e");
  return `${digits}e${power.startsWith("-") ? "-" : "+"}${power.slice(1).padStart(2, "0")}`;
}
