import { useState } from "react";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { inWords } from "../../data/send.ts";
import { Confirm } from "../../design/dialog.tsx";
import { Note } from "../../design/feedback.tsx";
import { Field, Select } from "../../design/field.tsx";
import { nameOf, type ObjectPath, type Resource } from "../../kube/resource.ts";
import { usePage } from "../../state/page.ts";
import { remove, restore, withToast, type Propagation } from "./writes.ts";

const policies: readonly (readonly [Propagation, string, string])[] = [
  [
    "Background",
    "Delete dependents in the background",
    "The object is deleted immediately. The garbage collector deletes its dependents afterwards.",
  ],
  [
    "Foreground",
    "Delete dependents first",
    "The object stays, with a deletionTimestamp, until its dependents are deleted.",
  ],
  ["Orphan", "Orphan dependents", "Dependents stay without an owner."],
];

const isPolicy = (value: string): value is Propagation => policies.some(([policy]) => policy === value);

/** Confirms the deletion of an object and offers to restore it afterwards. */
export function DeleteDialog({
  open,
  onClose,
  kind,
  path,
  object,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly kind: Resource;
  readonly path: ObjectPath;
  readonly object: KubeObject;
}) {
  const page = usePage();
  const [policy, setPolicy] = useState<Propagation>("Background");
  const finalizers = object.metadata.finalizers ?? [];
  const isNamespace = kind.group === "" && kind.resource === "namespaces";
  const bringBack = () => void withToast(page, restore(page, path, object), () => `${path.name ?? ""} is restored.`);
  const confirmed = async () => {
    try {
      const words = await remove(page, path, policy);
      page.toasts.add({
        description: words,
        ...(isNamespace ? {} : { actionProps: { children: "Restore", onClick: bringBack } }),
      });
    } catch (error) {
      page.toasts.add({ description: inWords(error) });
    }
  };
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={`Delete ${kind.kind} ${nameOf(object)}?`}
      action={`Delete ${path.name ?? ""}`}
      onConfirm={() => void confirmed()}
    >
      {isNamespace ? (
        <Note tone="warning">Everything inside the namespace is deleted with it.</Note>
      ) : (
        <p>You can restore it from its last state as a new object.</p>
      )}
      {finalizers.length === 0 ? null : (
        <Note>It is deleted only after its finalizers are removed: {finalizers.join(", ")}.</Note>
      )}
      <Field label="What it owns" hint={policies.find(([id]) => id === policy)?.[2]}>
        {(ids) => (
          <Select
            {...ids}
            options={policies.map(([id, label]) => [id, label] as const)}
            value={policy}
            onValue={(value) => {
              if (isPolicy(value)) setPolicy(value);
            }}
          />
        )}
      </Field>
    </Confirm>
  );
}
