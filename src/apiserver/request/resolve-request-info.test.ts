import { describe, expect, it } from "vitest";
import { resolveRequestInfo } from "./resolve-request-info.ts";

/** verb | group | version | namespace | resource | subresource | name | parts */
const brief = (method: string, target: string): string => {
  const i = resolveRequestInfo(method, target);
  return [i.verb, i.apiGroup, i.apiVersion, i.namespace, i.resource, i.subresource, i.name, i.parts.join("/")].join(
    "|",
  );
};

describe("resolveRequestInfo", () => {
  it.each([
    ["GET", "/api/v1/namespaces", "list||v1||namespaces|||namespaces"],
    ["GET", "/api/v1/namespaces/a", "get||v1|a|namespaces||a|namespaces/a"],
    ["PUT", "/api/v1/namespaces/a/finalize", "update||v1|a|namespaces|finalize|a|namespaces/a/finalize"],
    ["GET", "/api/v1/namespaces/a/status", "get||v1|a|namespaces|status|a|namespaces/a/status"],
    ["GET", "/api/v1/namespaces/a/pods", "list||v1|a|pods|||pods"],
    ["HEAD", "/api/v1/namespaces/a/pods/b", "get||v1|a|pods||b|pods/b"],
    ["HEAD", "/api/v1/pods", "list||v1||pods|||pods"],
    ["POST", "/api/v1/namespaces/a/pods", "create||v1|a|pods|||pods"],
    [
      "PATCH",
      "/apis/apps/v1/namespaces/a/deployments/d/scale",
      "patch|apps|v1|a|deployments|scale|d|deployments/d/scale",
    ],
    ["DELETE", "/api/v1/namespaces/a/pods/b", "delete||v1|a|pods||b|pods/b"],
    ["DELETE", "/api/v1/namespaces/a/pods", "deletecollection||v1|a|pods|||pods"],
    ["GET", "/api/v1/nodes/n/proxy/a/b", "get||v1||nodes|proxy|n|nodes/n/proxy/a/b"],
    ["POST", "/api/v1/proxy/namespaces/a/pods/b/c", "proxy||v1|a|pods||b|pods/b/c"],
    ["DELETE", "/api/v1/watch/namespaces/a/pods", "watch||v1|a|pods|||pods"],
    ["GET", "/api/v1/watch/namespaces/a/pods/b", "watch||v1|a|pods||b|pods/b"],
    ["OPTIONS", "/api/v1/pods", "||v1||pods|||pods"],
    ["PROPFIND", "/api/v1/pods/x", "||v1||pods||x|pods/x"],
    ["GET", "/api/v1/namespaces/a/pods/b/", "get||v1|a|pods||b|pods/b"],
    ["GET", "//api/v1/pods", "list||v1||pods|||pods"],
    ["GET", "/api/v1/namespaces/a/pods/x%2Fy", "get||v1|a|pods|y|x|pods/x/y"],
    ["GET", "/api/v1/namespaces/a/pods//log", "list||v1|a|pods|log||pods//log"],
    ["GET", "/apis/g.example.com/v1/foos?watch=1", "watch|g.example.com|v1||foos|||foos"],
  ])("reads %s %s", (method, target, expected) => {
    expect(brief(method, target)).toBe(expected);
    expect(resolveRequestInfo(method, target).isResourceRequest).toBe(true);
  });

  it.each(["/", "/api", "/api/v1", "/apis", "/apis/apps", "/apis/apps/v1", "/healthz/etcd/x", "/apis/apps/v1/"])(
    "takes %s for a path that is no resource",
    (path) => {
      const info = resolveRequestInfo("POST", `${path}?watch=1`);
      expect(info).toMatchObject({ isResourceRequest: false, verb: "post", path, resource: "" });
    },
  );

  it.each([
    ["watch=0", "list"],
    ["watch=false", "list"],
    ["watch=FALSE", "list"],
    ["watch=", "watch"],
    ["watch", "watch"],
    ["watch=no", "watch"],
    ["watch=0&watch=1", "list"],
    ["%zz=1&watch=true", "watch"],
    ["watch=%zz", "list"],
    ["watch=%74rue", "watch"],
    ["limit=x&watch=1", "watch"],
  ])("reads the verb off ?%s", (query, verb) => {
    expect(resolveRequestInfo("GET", `/api/v1/pods?${query}`).verb).toBe(verb);
  });

  it.each([
    ["fieldSelector=metadata.name%3Da", "a"],
    ["fieldSelector=metadata.name==a", "a"],
    ["fieldSelector=,metadata.name=a,", "a"],
    ["fieldSelector=status.phase!%3Db,metadata.name=a&watch=1", "a"],
    ["fieldSelector=metadata.name=b,metadata.name=a", "a"],
    ["fieldSelector=metadata.name=a%5C,b", "a,b"],
    ["fieldSelector=metadata.name!=a", ""],
    ["fieldSelector=metadata.name=a/b", ""],
    ["fieldSelector=metadata.name=..", ""],
    ["fieldSelector=metadata.name=a,nonsense", ""],
    ["fieldSelector=metadata.name=a&limit=x", ""],
    ["fieldSelector=metadata.name=a&labelSelector=a%3Db", "a"],
    ["fieldSelector=metadata.name=a&labelSelector=a,,b", ""],
    ["fieldSelector=metadata.name=a&timeoutSeconds=9223372036854775808", ""],
    ["fieldSelector=metadata.name=a&limit=-9223372036854775808", "a"],
  ])("reads the name off ?%s", (query, name) => {
    expect(resolveRequestInfo("GET", `/api/v1/pods?${query}`).name).toBe(name);
  });

  it("leaves a collection's deletion without a name, whatever it selects", () => {
    expect(resolveRequestInfo("DELETE", "/api/v1/namespaces/x/pods?fieldSelector=metadata.name=a")).toMatchObject({
      verb: "deletecollection",
      name: "",
    });
  });

  it("says where a verb in the path lacks its resource", () => {
    expect(resolveRequestInfo("GET", "/api/v1/watch?a=b").failure).toBe(
      "unable to determine kind and namespace from url, /api/v1/watch?a=b",
    );
  });
});
