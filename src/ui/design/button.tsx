import type { ComponentProps, ReactElement } from "react";
import { Icon, type IconName } from "./icon.tsx";
import { Tooltip } from "@base-ui/react/tooltip";

export type ButtonTone = "normal" | "primary" | "danger" | "plain";

export interface ButtonProps extends ComponentProps<"button"> {
  readonly tone?: ButtonTone | undefined;
  readonly size?: "small" | "normal" | undefined;
  readonly icon?: IconName | undefined;
}

/** A button with a text label. */
export function Button({ tone = "normal", size = "normal", icon, className = "", children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={`kp-button ${className}`} data-tone={tone} data-size={size} {...rest}>
      {icon === undefined ? null : <Icon name={icon} size={14} />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, "children"> {
  readonly icon: IconName;
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
}

/** A button with only an icon; its label is the accessible name and tooltip. */
export function IconButton({ label, icon, tone = "plain", size = "normal", className = "", ...rest }: IconButtonProps) {
  return (
    <Tip text={label}>
      <button
        type="button"
        className={`kp-button kp-icon-button ${className}`}
        data-tone={tone}
        data-size={size}
        aria-label={label}
        {...rest}
      >
        <Icon name={icon} />
      </button>
    </Tip>
  );
}

export interface LinkButtonProps extends ComponentProps<"a"> {
  readonly tone?: ButtonTone | undefined;
  readonly size?: "small" | "normal" | undefined;
  readonly icon?: IconName | undefined;
}

/** A link styled as a button, for actions that have an address. */
export function LinkButton({
  tone = "normal",
  size = "normal",
  icon,
  className = "",
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <a className={`kp-button ${className}`} data-tone={tone} data-size={size} {...rest}>
      {icon === undefined ? null : <Icon name={icon} size={14} />}
      {children}
    </a>
  );
}

/** A tooltip for its single child element, shown on hover and focus; for the eye: its text is the child's name. */
function Tip({ text, children }: { readonly text: string; readonly children: ReactElement<Record<string, unknown>> }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal className="kp-layer" aria-hidden="true">
        <Tooltip.Positioner positionMethod="fixed" sideOffset={6}>
          <Tooltip.Popup className="kp-tooltip">{text}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
