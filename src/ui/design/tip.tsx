import { Tooltip } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";

/** A tooltip for its single child element, shown on hover and focus. */
export function Tip({
  text,
  children,
}: {
  readonly text: string;
  readonly children: ReactElement<Record<string, unknown>>;
}) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="kp-layer">
          <Tooltip.Popup className="kp-tooltip">{text}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
