/** How many characters at the end of a name are always shown: those that tell the pods of a workload apart. */
const endLength = 6;

/** A name that is shortened before its end where there is no room. */
export function Name({ children: name }: { readonly children: string }) {
  if (name.length <= 2 * endLength) return name;
  return (
    <span className="kp-name-ends">
      <span className="clip">{name.slice(0, -endLength)}</span>
      <span>{name.slice(-endLength)}</span>
    </span>
  );
}
