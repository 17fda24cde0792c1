import { useId, type ComponentProps, type ReactNode } from "react";

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Renders the control with the ids that associate it with its label and hint. */
  readonly children: (ids: { readonly id: string; readonly "aria-describedby"?: string }) => ReactNode;
}

/** A form control with a label above and an optional hint below. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="kp-field">
      <label className="kp-label" htmlFor={id}>
        {label}
      </label>
      {children(hint === undefined ? { id } : { id, "aria-describedby": hintId })}
      {hint === undefined ? null : (
        <span className="kp-hint" id={hintId}>
          {hint}
        </span>
      )}
    </div>
  );
}

export interface TextInputProps extends Omit<ComponentProps<"input">, "onChange"> {
  readonly onValue: (value: string) => void;
}

/** A single-line text input. */
export function TextInput({ onValue, className = "", ...rest }: TextInputProps) {
  return (
    <input
      className={`kp-input ${className}`}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onValue(event.target.value)}
      {...rest}
    />
  );
}

export interface SelectProps extends Omit<ComponentProps<"select">, "onChange"> {
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onValue: (value: string) => void;
}

/** A select. It uses the native control, which supports all input devices. */
export function Select({ options, onValue, className = "", ...rest }: SelectProps) {
  return (
    <select className={`kp-select ${className}`} onChange={(event) => onValue(event.target.value)} {...rest}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** A labelled checkbox. */
export function Check({
  label,
  checked,
  onChecked,
}: {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
}) {
  return (
    <label className="kp-check">
      <input type="checkbox" checked={checked} onChange={(event) => onChecked(event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}
