/**
 * The tags of the built-in types of v1.34, with the fields that they stand on (k8s.io/api). What carries no tags is
 * left out: no rule looks at it.
 */
export const builtinTypes = `package api

// +k8s:supportsSubresource=/scale
type ReplicationController struct {
	Spec ReplicationControllerSpec \`json:"spec,omitempty"\`
}

type ReplicationControllerSpec struct {
	// +k8s:optional
	// +k8s:minimum=0
	// +default=1
	Replicas *int32 \`json:"replicas,omitempty"\`

	// +k8s:optional
	// +k8s:minimum=0
	// +default=0
	MinReadySeconds int32 \`json:"minReadySeconds,omitempty"\`
}

// +k8s:supportsSubresource=/status
// +k8s:supportsSubresource=/approval
type CertificateSigningRequest struct {
	Status CertificateSigningRequestStatus \`json:"status,omitempty"\`
}

type CertificateSigningRequestStatus struct {
	// +k8s:listType=map
	// +k8s:listMapKey=type
	// +k8s:optional
	// +k8s:item(type: "Approved")=+k8s:zeroOrOneOfMember
	// +k8s:item(type: "Denied")=+k8s:zeroOrOneOfMember
	Conditions []CertificateSigningRequestCondition \`json:"conditions,omitempty"\`
}

type CertificateSigningRequestCondition struct {
	Type RequestConditionType \`json:"type"\`
}

type RequestConditionType string

// +k8s:isSubresource=/scale
type Scale struct {
	Spec ScaleSpec \`json:"spec,omitempty"\`
}

type ScaleSpec struct {
	// +k8s:optional
	// +k8s:minimum=0
	// +default=0
	Replicas int32 \`json:"replicas,omitempty"\`
}
`;
