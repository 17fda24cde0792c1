import {
  ApiException,
  CoreV1Api,
  CustomObjectsApi,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  type Informer,
  type KubeConfig,
  type KubernetesListObject,
  type KubernetesObject,
  type ObjectCache,
  type V1ConfigMap,
} from "@kubernetes/client-node";

/** A custom resource whose pages are written to a ConfigMap. */
export interface Site extends KubernetesObject {
  readonly spec: { readonly pages: Readonly<Record<string, string>> };
  readonly status?: { readonly observedGeneration?: number; readonly pageCount?: number };
}

/** The group, version, resource and namespace of sites. */
export const sitesAt = { group: "web.example.com", version: "v1", plural: "sites", namespace: "default" } as const;

/** The finalizer that the controller removes after cleanup. */
export const siteFinalizer = "web.example.com/cleanup";

const namespace = sitesAt.namespace;
const managedBy = "site-controller";
const mergePatch = setHeaderOptions("Content-Type", PatchStrategy.MergePatch);
const isStatus = (error: unknown, code: number): boolean => error instanceof ApiException && error.code === code;

/**
 * Reconciles sites: writes their pages to ConfigMaps that they own, updates their status, and records their cleanup.
 */
export class SiteController {
  readonly #core: CoreV1Api;
  readonly #custom: CustomObjectsApi;
  readonly #sites: Informer<Site> & ObjectCache<Site>;
  readonly #maps: Informer<V1ConfigMap> & ObjectCache<V1ConfigMap>;
  readonly #waiting = new Set<string>();
  #work = Promise.resolve();
  #stopped = false;

  constructor(config: KubeConfig) {
    this.#core = config.makeApiClient(CoreV1Api);
    this.#custom = config.makeApiClient(CustomObjectsApi);
    const { group, version, plural } = sitesAt;
    this.#sites = makeInformer<Site>(
      config,
      `/apis/${group}/${version}/namespaces/${namespace}/${plural}`,
      async () => (await this.#custom.listNamespacedCustomObject(sitesAt)) as KubernetesListObject<Site>,
    );
    this.#maps = makeInformer<V1ConfigMap>(
      config,
      `/api/v1/namespaces/${namespace}/configmaps`,
      () => this.#core.listNamespacedConfigMap({ namespace, labelSelector: `managed-by=${managedBy}` }),
      `managed-by=${managedBy}`,
    );
  }

  async start(): Promise<void> {
    this.#sites.on("change", ({ metadata }) => this.#enqueue(metadata?.name));
    this.#maps.on("change", ({ metadata }) => this.#enqueue(metadata?.ownerReferences?.[0]?.name));
    this.#maps.on("delete", ({ metadata }) => this.#enqueue(metadata?.ownerReferences?.[0]?.name));
    for (const informer of [this.#sites, this.#maps])
      informer.on("error", () => void (this.#stopped || setTimeout(() => void informer.start(), 100)));
    await this.#maps.start();
    await this.#sites.start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([this.#sites.stop(), this.#maps.stop()]);
    await this.#work;
  }

  /** Processes sites sequentially. Reconciliations that fail with a conflict are retried. */
  #enqueue(name: string | undefined): void {
    if (name === undefined || this.#waiting.has(name) || this.#stopped) return;
    this.#waiting.add(name);
    this.#work = this.#work.then(async () => {
      this.#waiting.delete(name);
      try {
        await this.#reconcile(name);
      } catch (error) {
        if (!isStatus(error, 409) && !isStatus(error, 404)) throw error;
        this.#enqueue(name);
      }
    });
  }

  async #reconcile(name: string): Promise<void> {
    const site = this.#sites.get(name, namespace);
    if (site?.metadata === undefined) return;
    const finalizers = site.metadata.finalizers ?? [];
    if (site.metadata.deletionTimestamp !== undefined) return this.#release(name, finalizers);
    if (!finalizers.includes(siteFinalizer))
      return void (await this.#patch(name, {
        metadata: { finalizers: [...finalizers, siteFinalizer], resourceVersion: site.metadata.resourceVersion },
      }));
    await this.#writePages(name, site);
    const status = { observedGeneration: site.metadata.generation, pageCount: Object.keys(site.spec.pages).length };
    if (site.status?.observedGeneration === status.observedGeneration && site.status?.pageCount === status.pageCount)
      return;
    await this.#custom.patchNamespacedCustomObjectStatus({ ...sitesAt, name, body: { status } }, mergePatch);
  }

  async #writePages(name: string, { metadata, apiVersion = "", kind = "", spec }: Site): Promise<void> {
    const owner = { apiVersion, kind, name, uid: metadata?.uid ?? "", controller: true, blockOwnerDeletion: true };
    const body: V1ConfigMap = {
      metadata: { name, labels: { "managed-by": managedBy }, ownerReferences: [owner] },
      data: { ...spec.pages },
    };
    const known = this.#maps.get(name, namespace);
    if (known === undefined) await this.#core.createNamespacedConfigMap({ namespace, body });
    else if (JSON.stringify(known.data) !== JSON.stringify(body.data))
      await this.#core.replaceNamespacedConfigMap({ name, namespace, body });
  }

  async #release(name: string, finalizers: readonly string[]): Promise<void> {
    if (!finalizers.includes(siteFinalizer)) return;
    await this.#core
      .createNamespacedConfigMap({ namespace, body: { metadata: { name: `${name}-farewell` }, data: { site: name } } })
      .catch((error: unknown) => {
        if (!isStatus(error, 409)) throw error;
      });
    await this.#patch(name, {
      metadata: { finalizers: finalizers.filter((finalizer) => finalizer !== siteFinalizer) },
    });
  }

  #patch(name: string, body: object): Promise<unknown> {
    return this.#custom.patchNamespacedCustomObject({ ...sitesAt, name, body }, mergePatch);
  }
}
