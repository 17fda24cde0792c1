import type { DefinitionLesson } from "./definition-lesson.ts";
import { lessonObjects } from "./lesson-object.ts";

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: certificates.tls.kubepad.dev
spec:
  group: tls.kubepad.dev
  scope: Namespaced
  names:
    kind: Certificate
    listKind: CertificateList
    plural: certificates
    singular: certificate
    shortNames: [cert]
    categories: [security]
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
    additionalPrinterColumns:
    - name: Ready
      type: string
      jsonPath: .status.ready
    - name: Secret
      type: string
      jsonPath: .spec.secretName
    - name: Expires
      type: date
      jsonPath: .status.notAfter
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        description: A certificate that is kept signed and fresh in a secret.
        properties:
          spec:
            type: object
            required: [secretName, issuer, dnsNames]
            properties:
              secretName:
                type: string
                minLength: 1
                maxLength: 253
                description: Where the key and the certificate are stored.
                x-kubernetes-validations:
                - rule: self == oldSelf
                  message: secretName is immutable; make another certificate instead
              issuer:
                type: object
                required: [name]
                properties:
                  name:
                    type: string
                    maxLength: 63
                  kind:
                    type: string
                    enum: [Issuer, ClusterIssuer]
                    default: Issuer
              dnsNames:
                type: array
                minItems: 1
                maxItems: 50
                x-kubernetes-list-type: set
                items:
                  type: string
                  maxLength: 253
                  x-kubernetes-validations:
                  - rule: self.matches(r'^(\\*\\.)?([a-z0-9]([-a-z0-9]*[a-z0-9])?\\.)+[a-z]+$')
                    messageExpression: "'\\"' + self + '\\" is no DNS name'"
              commonName:
                type: string
                maxLength: 64
              duration:
                type: string
                format: duration
                default: 2160h
                maxLength: 20
                description: How long a certificate is valid for.
              renewBefore:
                type: string
                format: duration
                default: 360h
                maxLength: 20
                description: How long before its end it is renewed.
              usages:
                type: array
                maxItems: 8
                x-kubernetes-list-type: set
                items:
                  type: string
                  enum: [digital signature, key encipherment, server auth, client auth]
              privateKey:
                type: object
                default: {}
                properties:
                  algorithm:
                    type: string
                    enum: [RSA, ECDSA, Ed25519]
                    default: ECDSA
                  size:
                    type: integer
                x-kubernetes-validations:
                - rule: "!has(self.size) || self.algorithm != 'Ed25519'"
                  message: an Ed25519 key has no size
                  fieldPath: .size
                - rule: "!has(self.size) || self.algorithm != 'RSA' || self.size >= 2048"
                  message: an RSA key of less than 2048 bits is not safe
                  fieldPath: .size
            x-kubernetes-validations:
            - rule: self.renewBefore < self.duration
              message: renewBefore must be shorter than duration
              fieldPath: .renewBefore
            - rule: "!has(self.commonName) || self.commonName in self.dnsNames"
              message: commonName must be one of dnsNames
          status:
            type: object
            properties:
              ready:
                type: string
                enum: ["True", "False", Unknown]
              notAfter:
                type: string
                format: date-time
`;

const certificate = lessonObjects("tls.kubepad.dev/v1", "Certificate");

const shop =
  "  secretName: shop-tls\n  issuer:\n    name: letsencrypt\n    kind: ClusterIssuer\n  dnsNames:\n  - shop.example.com\n  - www.shop.example.com\n  commonName: shop.example.com\n";

/** Certificates: comparing durations, matching names, and an immutable field. */
export const certificateLesson: DefinitionLesson = {
  id: "certificate",
  title: "A certificate",
  words:
    "Names, lifetimes and a key, as for a certificate manager. Rules compare two durations and match names with a pattern.",
  name: "certificates.tls.kubepad.dev",
  definition,
  fixtures: [
    { id: "shop", name: "a shop's certificate", object: certificate("shop", shop), expect: "accept" },
    {
      id: "internal",
      name: "an RSA key for a service",
      object: certificate(
        "internal",
        "  secretName: internal-tls\n  issuer:\n    name: internal\n  dnsNames:\n  - api.internal.example.com\n  duration: 720h\n  privateKey:\n    algorithm: RSA\n    size: 4096\n",
      ),
      expect: "accept",
    },
    {
      id: "late",
      name: "renewed after it has ended",
      object: certificate(
        "late",
        "  secretName: late-tls\n  issuer:\n    name: letsencrypt\n  dnsNames:\n  - late.example.com\n  duration: 24h\n",
      ),
      expect: "refuse",
    },
    {
      id: "moved",
      name: "another secret",
      old: certificate("shop", shop),
      object: certificate("shop", shop.replace("shop-tls", "shop-tls-2")),
      expect: "refuse",
    },
  ],
  steps: [
    {
      title: "What a rule costs",
      words:
        "dnsNames may hold 50 names, and each is matched with a pattern. Select the items: the rule's estimate is one match of the longest name, times 50. Without maxItems the server would assume as many names as fit into a request.",
      tab: "schema",
      node: ["spec", "dnsNames", "[*]"],
    },
    {
      title: "Defaults come first",
      words:
        "renewBefore defaults to 360h, and the rule sees the default. The fixture “renewed after it has ended” sets only duration: 24h, and is rejected because of a field that it does not set. Select the cell to see both values: in rules, strings of the format duration are durations.",
      tab: "fixtures",
    },
    {
      title: "What may not change",
      words:
        "A rule that uses oldSelf runs only if there is an old value. The fixture “another secret” is a pair, old and new: on create the rule does not run, on update it rejects the change.",
      tab: "schema",
      node: ["spec", "secretName"],
    },
    {
      title: "Make one",
      words:
        "Install the definition, take the minimal example, and fix the errors that the server reports until it can be created.",
      tab: "examples",
    },
  ],
};
