/**
 * The types of other packages that API types refer to, reduced to their fields: what is known of them is their shape,
 * and rules of theirs are never read.
 */
const sources: Readonly<Record<string, string>> = {
  time: `package time
type Time struct { wall uint64; ext int64; loc *Location }
type Location struct { name string }
type Duration int64
type Month int
`,
  "k8s.io/apimachinery/pkg/types": `package types
type UID string
type NodeName string
type PatchType string
type NamespacedName struct { Namespace string; Name string }
`,
  "k8s.io/apimachinery/pkg/util/intstr": `package intstr
type Type int64
type IntOrString struct { Type Type; IntVal int32; StrVal string }
`,
  "k8s.io/apimachinery/pkg/api/resource": `package resource
type Format string
type Quantity struct { i int64; d *int64; s string; Format }
`,
  "k8s.io/apimachinery/pkg/runtime": `package runtime
type Object interface { DeepCopyObject() Object }
type RawExtension struct { Raw []byte; Object Object }
type TypeMeta struct {
 APIVersion string "json:\\"apiVersion,omitempty\\""
 Kind string "json:\\"kind,omitempty\\""
}
type Unknown struct { TypeMeta "json:\\",inline\\""; Raw []byte; ContentEncoding string; ContentType string }
`,
  "k8s.io/apimachinery/pkg/apis/meta/v1": `package v1
import "time"
import "k8s.io/apimachinery/pkg/types"
type Time struct { time.Time }
type MicroTime struct { time.Time }
type Duration struct { time.Duration }
type Timestamp struct { Seconds int64 "json:\\"seconds\\""; Nanos int32 "json:\\"nanos\\"" }
type Verbs []string
type TypeMeta struct {
 Kind string "json:\\"kind,omitempty\\""
 APIVersion string "json:\\"apiVersion,omitempty\\""
}
type ListMeta struct {
 SelfLink string "json:\\"selfLink,omitempty\\""
 ResourceVersion string "json:\\"resourceVersion,omitempty\\""
 Continue string "json:\\"continue,omitempty\\""
 RemainingItemCount *int64 "json:\\"remainingItemCount,omitempty\\""
}
type FieldsV1 struct { Raw []byte }
type ManagedFieldsOperationType string
type ManagedFieldsEntry struct {
 Manager string "json:\\"manager,omitempty\\""
 Operation ManagedFieldsOperationType "json:\\"operation,omitempty\\""
 APIVersion string "json:\\"apiVersion,omitempty\\""
 Time *Time "json:\\"time,omitempty\\""
 FieldsType string "json:\\"fieldsType,omitempty\\""
 FieldsV1 *FieldsV1 "json:\\"fieldsV1,omitempty\\""
 Subresource string "json:\\"subresource,omitempty\\""
}
type OwnerReference struct {
 APIVersion string "json:\\"apiVersion\\""
 Kind string "json:\\"kind\\""
 Name string "json:\\"name\\""
 UID types.UID "json:\\"uid\\""
 Controller *bool "json:\\"controller,omitempty\\""
 BlockOwnerDeletion *bool "json:\\"blockOwnerDeletion,omitempty\\""
}
type ObjectMeta struct {
 Name string "json:\\"name,omitempty\\""
 GenerateName string "json:\\"generateName,omitempty\\""
 Namespace string "json:\\"namespace,omitempty\\""
 SelfLink string "json:\\"selfLink,omitempty\\""
 UID types.UID "json:\\"uid,omitempty\\""
 ResourceVersion string "json:\\"resourceVersion,omitempty\\""
 Generation int64 "json:\\"generation,omitempty\\""
 CreationTimestamp Time "json:\\"creationTimestamp,omitempty\\""
 DeletionTimestamp *Time "json:\\"deletionTimestamp,omitempty\\""
 DeletionGracePeriodSeconds *int64 "json:\\"deletionGracePeriodSeconds,omitempty\\""
 Labels map[string]string "json:\\"labels,omitempty\\""
 Annotations map[string]string "json:\\"annotations,omitempty\\""
 OwnerReferences []OwnerReference "json:\\"ownerReferences,omitempty\\""
 Finalizers []string "json:\\"finalizers,omitempty\\""
 ManagedFields []ManagedFieldsEntry "json:\\"managedFields,omitempty\\""
}
type LabelSelectorOperator string
type LabelSelectorRequirement struct {
 Key string "json:\\"key\\""
 Operator LabelSelectorOperator "json:\\"operator\\""
 Values []string "json:\\"values,omitempty\\""
}
type LabelSelector struct {
 MatchLabels map[string]string "json:\\"matchLabels,omitempty\\""
 MatchExpressions []LabelSelectorRequirement "json:\\"matchExpressions,omitempty\\""
}
type ConditionStatus string
type Condition struct {
 Type string "json:\\"type\\""
 Status ConditionStatus "json:\\"status\\""
 ObservedGeneration int64 "json:\\"observedGeneration,omitempty\\""
 LastTransitionTime Time "json:\\"lastTransitionTime\\""
 Reason string "json:\\"reason\\""
 Message string "json:\\"message\\""
}
type GroupVersionKind struct {
 Group string "json:\\"group\\""
 Version string "json:\\"version\\""
 Kind string "json:\\"kind\\""
}
type GroupVersionResource struct {
 Group string "json:\\"group\\""
 Version string "json:\\"version\\""
 Resource string "json:\\"resource\\""
}
type GroupKind struct {
 Group string "json:\\"group\\""
 Kind string "json:\\"kind\\""
}
type GroupResource struct {
 Group string "json:\\"group\\""
 Resource string "json:\\"resource\\""
}
`,
};

/** Returns the reduced source of a package, or undefined for one that is not known. */
export const knownPackage = (path: string): string | undefined =>
  Object.hasOwn(sources, path) ? sources[path] : undefined;
