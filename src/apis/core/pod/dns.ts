import { invalid, required, addError, addErrors } from "../../../apimachinery/field-error.ts";
import { byteLength } from "../../../apimachinery/go-strings.ts";
import {
  isDns1123Label,
  isDns1123Subdomain,
  isDns1123SubdomainWithUnderscore,
} from "../../../apimachinery/validation/names.ts";
import { validateLegacyIp } from "../../validation/addresses.ts";
import { atMostBytes, conforms, matches } from "../../validation/checks.ts";
import {
  addForbidden,
  addInvalid,
  addRequired,
  eachItem,
  eachText,
  flagAt,
  inside,
  isSet,
  itemsAt,
  textAt,
  type Fields,
} from "../../validation/fields.ts";
import type { PodContext } from "./context.ts";

const maxNameservers = 3;
const maxSearches = 32;
const maxSearchCharacters = 2048;

function validateSearches(config: Fields, relaxed: boolean): void {
  const searches = itemsAt(config.record, "searches");
  if (searches.length > maxSearches)
    addInvalid(config, "searches", `must not have more than ${maxSearches} search paths`);
  if (byteLength(searches.join(" ")) > maxSearchCharacters)
    addInvalid(
      config,
      "searches",
      `must not have more than ${maxSearchCharacters} characters (including spaces) in the search list`,
    );
  const isName = relaxed ? isDns1123SubdomainWithUnderscore : isDns1123Subdomain;
  eachText(config, "searches", (search, path) => {
    if (relaxed && search === ".") return;
    const name = search.endsWith(".") ? search.slice(0, -1) : search;
    for (const message of isName(name)) addError(config.errors, invalid(path(), name, message));
  });
}

/** Validates how a pod resolves names (validatePodDNSConfig). */
export function validateDns(spec: Fields, { options }: PodContext): void {
  const config = inside(spec, "dnsConfig");
  if (textAt(spec, "dnsPolicy") === "None") {
    if (config === undefined)
      return addRequired(spec, "dnsConfig", "must provide `dnsConfig` when `dnsPolicy` is None");
    if (itemsAt(config.record, "nameservers").length === 0)
      return addRequired(config, "nameservers", "must provide at least one DNS nameserver when `dnsPolicy` is None");
  }
  if (config === undefined) return;
  if (itemsAt(config.record, "nameservers").length > maxNameservers)
    addInvalid(config, "nameservers", `must not have more than ${maxNameservers} nameservers`);
  eachText(
    config,
    "nameservers",
    (server, path) =>
      void addErrors(config.errors, validateLegacyIp(path(), server, { strict: options.strictAddresses })),
  );
  validateSearches(config, options.relaxedDnsSearch);
  eachItem(config, "options", (option) => {
    if (textAt(option, "name") === "") addError(option.errors, required(option.path, "must not be empty"));
  });
}

/** Validates the entries of the hosts file of a pod (ValidateHostAliases). */
export function validateHostAliases(spec: Fields, { options }: PodContext): void {
  eachItem(spec, "hostAliases", (alias) => {
    addErrors(
      alias.errors,
      validateLegacyIp(alias.path.child("ip"), textAt(alias, "ip"), { strict: options.strictAddresses }),
    );
    eachText(alias, "hostnames", (name, path) => {
      for (const message of isDns1123Subdomain(name)) addError(alias.errors, invalid(path(), name, message));
    });
  });
}

/** Validates the names of a pod in DNS. */
export function validateHostNames(spec: Fields): void {
  matches(spec, "hostname", isDns1123Label);
  matches(spec, "subdomain", isDns1123Label);
}

/** Validates the name that replaces the host name of a pod (validatePodHostName). */
export function validateHostnameOverride(spec: Fields): void {
  if (!isSet(spec, "hostnameOverride")) return;
  if (flagAt(spec, "setHostnameAsFQDN"))
    addForbidden(spec, "hostnameOverride", "may not be specified when setHostnameAsFQDN is true");
  if (flagAt(spec, "hostNetwork"))
    addForbidden(spec, "hostnameOverride", "may not be specified when hostNetwork is true");
  atMostBytes(spec, "hostnameOverride", 64);
  conforms(spec, "hostnameOverride", isDns1123Subdomain);
}
