/** A manager's colour and pattern. Hidden from screen readers, since the name is always next to it. */
export function Swatch({ tone }: { readonly tone: number | undefined }) {
  return <span className="kp-swatch" data-tone={tone ?? 0} aria-hidden="true" />;
}
