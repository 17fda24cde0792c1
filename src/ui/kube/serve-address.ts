/** Where `kubepad serve` and `kubectl proxy` listen unless told otherwise: copied requests go there. */
export const serveAddress = "http://127.0.0.1:8001";
