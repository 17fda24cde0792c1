import { useState, type ComponentProps } from "react";
import { Select, TextInput } from "../design/field.tsx";
import { catalog } from "../state/catalog.ts";

export interface NamespaceFieldProps {
  readonly value: string;
  readonly onValue: (namespace: string) => void;
  /** The label of the option for no namespace, if there is one: `All namespaces`. */
  readonly none?: string;
  readonly field: Pick<ComponentProps<"input">, "id" | "aria-label" | "aria-describedby">;
}

/** A namespace selector. It falls back to a text input for users who may not list namespaces. */
export function NamespaceField({ value, onValue, none, field }: NamespaceFieldProps) {
  const namespaces = catalog.use((state) => state.namespaces);
  const [written, setWritten] = useState(value);
  if (namespaces.length === 0)
    return (
      <TextInput
        {...field}
        placeholder={none ?? "default"}
        value={written}
        onValue={setWritten}
        onBlur={() => onValue(written.trim())}
        onKeyDown={(event) => {
          if (event.key === "Enter") onValue(written.trim());
        }}
      />
    );
  const names = [...new Set([...namespaces, ...(value === "" ? [] : [value])])].map((name) => [name, name] as const);
  return (
    <Select
      {...field}
      options={[...(none === undefined ? [] : [["", none] as const]), ...names]}
      value={value}
      onValue={onValue}
    />
  );
}
