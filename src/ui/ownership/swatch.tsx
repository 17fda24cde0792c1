/** A manager's colour with its pattern. The name always stands beside it, so it says nothing aloud. */
export function Swatch({ tone }: { readonly tone: number | undefined }) {
  return <span className="kp-swatch" data-tone={tone ?? 0} aria-hidden="true" />;
}
