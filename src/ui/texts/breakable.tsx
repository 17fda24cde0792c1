import { Fragment } from "react";

/** A path that may wrap before dots and brackets. */
export function Breakable({ path }: { readonly path: string }) {
  return path.split(/(?=[.[{])/).map((part, i) => (
    <Fragment key={i}>
      {i === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}
