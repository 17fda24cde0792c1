import type { ComponentProps } from "react";
import { Icon, type IconName } from "./icon.tsx";
import { Tip } from "./tip.tsx";

export type ButtonTone = "normal" | "primary" | "danger" | "plain";

export interface ButtonProps extends ComponentProps<"button"> {
  readonly tone?: ButtonTone | undefined;
  readonly size?: "small" | "normal" | undefined;
  readonly icon?: IconName | undefined;
}

/** A button with words. */
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
  /** What it does: read aloud, and shown on hover. */
  readonly label: string;
}

/** A button with only a picture; its words are its label. */
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

/** A link that looks like a button: for what has an address. */
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
