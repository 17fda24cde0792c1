/** The label by which an EndpointSlice names its Service (discovery/v1 LabelServiceName). */
export const serviceNameLabel = "kubernetes.io/service-name";
