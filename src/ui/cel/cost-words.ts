import type { CelCount, CelRange } from "../../component-base/cel-node.ts";

const unbounded = 18446744073709551615n;
const sixSigns = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });

/** Formats a cost: `1,204`, `3.5 × 10¹⁷`, `unbounded`. */
export function formatCost(cost: CelCount): string {
  if (cost === unbounded) return "unbounded";
  return cost < 10_000_000_000 ? Number(cost).toLocaleString("en-US") : scientific(Number(cost));
}

function scientific(value: number): string {
  const power = Math.floor(Math.log10(value));
  return `${(value / 10 ** power).toFixed(1)} × 10${Array.from(String(power), (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)] ?? "").join("")}`;
}

/** Formats a range: `3`, or `2 – 10` if the bounds differ. */
export const formatRange = ({ min, max }: CelRange): string =>
  min === max ? formatCost(max) : `${formatCost(min)} – ${formatCost(max)}`;

/** Returns the fraction of a limit that a cost uses: 0.41 for 41 %. */
export const shareOf = (cost: CelCount, limit: number): number => Number(cost) / limit;

/** Formats a fraction: `41 %`, `< 0.1 %`, `3.2 times`. */
export function formatShare(share: number): string {
  if (share >= 1e6) return `${scientific(share)} times`;
  if (share >= 10) return `${Math.round(share).toLocaleString("en-US")} times`;
  if (share > 1) return `${sixSigns.format(share)} times`;
  if (share > 0 && share < 0.001) return "< 0.1 %";
  return `${share < 0.1 ? sixSigns.format(Math.round(share * 1000) / 10) : Math.round(share * 100)} %`;
}

/** Formats a fraction with its limit: `41 % of the budget`, `3.2 times the budget`. */
export const formatShareOf = (share: number, limit: string): string =>
  `${formatShare(share)} ${share > 1 ? "" : "of "}${limit}`;

/** The severity of a share, used for colours. */
export type Heat = "cool" | "warm" | "hot";

export const heatOf = (share: number): Heat => (share > 1 ? "hot" : share >= 0.1 ? "warm" : "cool");

/** Formats a schema path as `spec.hosts[*].name`, and the empty path as "the resource". */
export function formatPath(path: readonly string[]): string {
  const text = path.map((step) => (step === "[*]" || step === "{*}" ? step : `.${step}`)).join("");
  return text === "" ? "the resource" : text.replace(/^\./, "");
}
