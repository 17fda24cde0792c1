/** A pod with one container of an image. */
export const podText = (name: string, image: string): string => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  namespace: default
spec:
  containers:
  - name: app
    image: ${image}
`;

export interface DeploymentParts {
  readonly name: string;
  readonly namespace?: string;
  readonly replicas?: number;
  readonly labels?: string;
}

/** A deployment; labels are given as a flow mapping. */
export const deploymentText = ({
  name,
  namespace = "default",
  replicas = 2,
  labels = "{}",
}: DeploymentParts): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: ${namespace}
  labels: ${labels}
spec:
  replicas: ${replicas}
  selector:
    matchLabels: {app: ${name}}
  template:
    metadata:
      labels: {app: ${name}}
    spec:
      containers:
      - name: app
        image: registry.example.com/${name}:1.4
`;
