import { Fragment } from "react";

/** A path that breaks before its dots and brackets, where it has to. */
export function Breakable({ path }: { readonly path: string }) {
  return path.split(/(?=[.[{])/).map((part, i) => (
    <Fragment key={i}>
      {i === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}
