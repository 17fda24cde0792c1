/** Addresses that stand in for Services, by `NAMESPACE/NAME` or `NAMESPACE/NAME:PORT`. */
export type ServiceAddresses = ReadonlyMap<string, { readonly host: string; readonly port: number }>;

const entry = /^(?<service>[^/:=]+\/[^/:=]+(?::\d+)?)=(?<host>\[[^\]]+\]|[^:=[\]]+):(?<port>\d{1,5})$/;

const highestPort = 65_535;

/** Parses entries of the form `NAMESPACE/NAME[:PORT]=HOST:PORT`. */
export function parseServiceAddresses(entries: readonly string[]): ServiceAddresses {
  return new Map(
    entries.map((text) => {
      const { service = "", host = "", port = "" } = entry.exec(text)?.groups ?? {};
      if (service === "" || Number(port) > highestPort)
        throw new Error(`"${text}" is not NAMESPACE/NAME[:PORT]=HOST:PORT`);
      return [service, { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) }];
    }),
  );
}

/** Looks up the address that stands in for a port of a Service. */
export const findServiceAddress =
  (addresses: ServiceAddresses) =>
  (namespace: string, name: string, port: number): { readonly host: string; readonly port: number } | undefined =>
    addresses.get(`${namespace}/${name}:${port}`) ?? addresses.get(`${namespace}/${name}`);
