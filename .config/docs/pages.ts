/** A document of the repository and its page in the site. */
export interface DocumentPage {
  /** The path in the repository. */
  readonly file: string;
  /** The path in the site's sources. */
  readonly page: string;
  /** What the sidebar calls it. */
  readonly title: string;
}

/** Groups of documents as readers meet them. */
export interface DocumentGroup {
  readonly title: string;
  readonly documents: readonly DocumentPage[];
}

const doc = (name: string, title: string): DocumentPage => ({ file: `docs/${name}.md`, page: `${name}.md`, title });
const lab = (name: string, title: string): DocumentPage => doc(`labs/${name}`, title);

/** The documents that the site shows, by the way of its reader. Those of decisions are added by their files. */
export const documentGroups: readonly DocumentGroup[] = [
  {
    title: "Start",
    documents: [{ file: "README.md", page: "start.md", title: "What Kubepad is" }],
  },
  {
    title: "Labs",
    documents: [
      lab("requests", "Requests, objects, watches"),
      lab("watches", "How an informer watches"),
      lab("terminal", "kubectl"),
      lab("apply", "Two managers apply"),
      lab("cel", "CEL expressions"),
      lab("definitions", "Custom resources"),
      lab("policies", "Admission policies"),
      lab("world", "A living world"),
      lab("races", "Races"),
    ],
  },
  {
    title: "Use",
    documents: [
      doc("lessons", "Write lessons"),
      doc("validate", "Validate manifests"),
      doc("embedding", "Embed views"),
      doc("sharing", "Share worlds"),
      doc("package", "The package"),
      doc("aggregation", "Several API servers"),
      doc("kube-apiserver", "In place of kube-apiserver"),
      doc("kube-apiserver-flags", "Flags of kube-apiserver"),
      doc("python", "Test controllers in Python"),
      doc("operating", "Operating a server"),
      doc("sharding", "Beyond one etcd"),
      doc("controllers", "Controllers"),
      doc("simulated-nodes", "Simulated nodes"),
      doc("metrics", "Metrics"),
      doc("causes", "Causes"),
      doc("performance", "Performance"),
    ],
  },
];

/** The documents for those who change Kubepad, below everything else. */
export const contributorGroup: DocumentGroup = {
  title: "Project",
  documents: [
    { file: "CHANGELOG.md", page: "project/changelog.md", title: "Changelog" },
    { file: "SECURITY.md", page: "project/security.md", title: "Security" },
    { file: "ARCHITECTURE.md", page: "project/architecture.md", title: "Architecture" },
    { file: "CONTRIBUTING.md", page: "project/contributing.md", title: "Contributing" },
    { file: "docs/recipes.md", page: "project/recipes.md", title: "Recipes" },
  ],
};
