/** A sample of a metric. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: string;
  readonly help: string;
}

const sampleLine = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const label = /(?<!\w)([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;
const escapes: Readonly<Record<string, string>> = { n: "\n" };

/** Parses the Prometheus text format. Histogram buckets are omitted; count and sum suffice. */
export function readMetrics(text: string): readonly Sample[] {
  const samples: Sample[] = [];
  let help = "";
  for (const line of text.split("\n")) {
    if (line.startsWith("# HELP ")) help = line.slice(line.indexOf(" ", 7) + 1);
    const match = line.startsWith("#") ? null : sampleLine.exec(line);
    if (match === null) continue;
    const [, name = "", labels = "", value = ""] = match;
    if (!name.endsWith("_bucket")) samples.push({ name, labels: readLabels(labels), value, help });
  }
  return samples;
}

const readLabels = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(label)].map(([, name = "", value = ""]) => [
      name,
      value.replace(/\\(.)/g, (_, sign: string) => escapes[sign] ?? sign),
    ]),
  );

/** Formats labels: `verb="GET" code="200"`. */
export const printLabels = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(" ");

/** Shortens a number to four significant digits, without those that floating point adds: `0.02`, `1204`, `3.142`. */
export function shortNumber(value: string): string {
  const number = Number(value);
  return Number.isFinite(number) && !Number.isInteger(number) ? String(Number(number.toPrecision(4))) : value;
}
