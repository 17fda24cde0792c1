const key = (name: string) => ({
  keys: [{ name, secret: Buffer.from(name.repeat(32).slice(0, 32)).toString("base64") }],
});

/** An EncryptionConfiguration by which every resource is encrypted, by each provider some. */
export const encryptionConfiguration = {
  apiVersion: "apiserver.config.k8s.io/v1",
  kind: "EncryptionConfiguration",
  resources: [
    { resources: ["secrets", "pods", "services"], providers: [{ aesgcm: key("one") }] },
    { resources: ["configmaps", "deployments.apps", "*.interchange.example"], providers: [{ aescbc: key("two") }] },
    { resources: ["*.*"], providers: [{ secretbox: key("three") }] },
  ],
};
