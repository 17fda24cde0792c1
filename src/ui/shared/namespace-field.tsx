import { useState, type ComponentProps } from "react";
import { Select, TextInput } from "../design/field.tsx";
import { catalog } from "../state/catalog.ts";

export interface NamespaceFieldProps {
  readonly value: string;
  readonly onValue: (namespace: string) => void;
  /** The choice of none, where there is one: `All namespaces`. */
  readonly none?: string;
  readonly field: Pick<ComponentProps<"input">, "id" | "aria-label" | "aria-describedby">;
}

/** Chooses a namespace; whoever may not list them writes its name. */
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
