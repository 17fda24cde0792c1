/** The flags of each command: `[shorthand,]name:type[=default]`, `@group` for flags that many commands share. */
export const flagGroups: Readonly<Record<string, string>> = {
  print: "allow-missing-template-keys:b=true o,output:s show-managed-fields:b template:s",
  file: "f,filename:l k,kustomize:s R,recursive:b",
  record: "record:b",
  create: "dry-run:s=none save-config:b validate:s=strict",
  global:
    "as:s as-group:a as-uid:s cache-dir:s certificate-authority:s client-certificate:s client-key:s cluster:s " +
    "context:s disable-compression:b insecure-skip-tls-verify:b kubeconfig:s kuberc:s log-flush-frequency:d=5s " +
    "match-server-version:b n,namespace:s password:s profile:s=none profile-output:s=profile.pprof " +
    "request-timeout:s=0 s,server:s tls-server-name:s token:s user:s username:s v,v:i vmodule:s warnings-as-errors:b h,help:b",
};

/** A command: its words, its usage line after them, and its flags. */
export type FlagRow = readonly [command: string, use: string, flags: string];

// oxfmt-ignore
export const flagRows: readonly FlagRow[] = [
  ["create",
    "-f FILENAME",
    "edit:b field-manager:s=kubectl-create raw:s l,selector:s windows-line-endings:b @record @print @file @create"],
  ["create clusterrole",
    "NAME --verb=verb --resource=resource.group",
    "aggregation-rule:m field-manager:s=kubectl-create non-resource-url:l resource:l resource-name:a verb:l " +
    "@print @create"],
  ["create clusterrolebinding",
    "NAME --clusterrole=NAME",
    "clusterrole:s field-manager:s=kubectl-create group:a serviceaccount:a user:a @print @create"],
  ["create configmap",
    "NAME",
    "append-hash:b field-manager:s=kubectl-create from-env-file:l from-file:l from-literal:a @print @create"],
  ["create cronjob",
    "NAME --image=image --schedule='0/5 * * * ?' -- [COMMAND] [args...] [flags]",
    "field-manager:s=kubectl-create image:s restart:s schedule:s @print @create"],
  ["create deployment",
    "NAME --image=image -- [COMMAND] [args...]",
    "field-manager:s=kubectl-create image:l port:i=-1 r,replicas:i=1 @print @create"],
  ["create ingress",
    "NAME --rule=host/path=service:port[,tls[=secret]]",
    "annotation:a class:s default-backend:s field-manager:s=kubectl-create rule:a @print @create"],
  ["create job",
    "NAME --image=image -- [COMMAND] [args...]",
    "field-manager:s=kubectl-create from:s image:s @print @create"],
  ["create namespace", "NAME", "field-manager:s=kubectl-create @print @create"],
  ["create poddisruptionbudget",
    "NAME --selector=SELECTOR --min-available=N",
    "field-manager:s=kubectl-create max-unavailable:s min-available:s selector:s @print @create"],
  ["create priorityclass",
    "NAME --value=VALUE --global-default=BOOL",
    "description:s field-manager:s=kubectl-create global-default:b preemption-policy:s=PreemptLowerPriority " +
    "value:i @print @create"],
  ["create quota", "NAME", "field-manager:s=kubectl-create hard:s scopes:s @print @create"],
  ["create role",
    "NAME --verb=verb --resource=resource.group/subresource",
    "field-manager:s=kubectl-create resource:l resource-name:a verb:l @print @create"],
  ["create rolebinding",
    "NAME --clusterrole=NAME|--role=NAME",
    "clusterrole:s field-manager:s=kubectl-create group:a role:s serviceaccount:a user:a @print @create"],
  ["create secret", "(docker-registry | generic | tls)", ""],
  ["create secret docker-registry",
    "NAME --docker-username=user --docker-password=password --docker-email=email",
    "append-hash:b docker-email:s docker-password:s docker-server:s=https://index.docker.io/v1/ " +
    "docker-username:s field-manager:s=kubectl-create from-file:l @print @create"],
  ["create secret generic",
    "NAME",
    "append-hash:b field-manager:s=kubectl-create from-env-file:l from-file:l from-literal:a type:s @print " +
    "@create"],
  ["create secret tls",
    "NAME --cert=path/to/cert/file --key=path/to/key/file",
    "append-hash:b cert:s field-manager:s=kubectl-create key:s @print @create"],
  ["create service", "[flags]", ""],
  ["create service clusterip", "NAME", "clusterip:s field-manager:s=kubectl-create tcp:l @print @create"],
  ["create service externalname",
    "NAME --external-name external.name",
    "external-name:s field-manager:s=kubectl-create tcp:l @print @create"],
  ["create service loadbalancer", "NAME", "field-manager:s=kubectl-create tcp:l @print @create"],
  ["create service nodeport", "NAME", "field-manager:s=kubectl-create node-port:i tcp:l @print @create"],
  ["create serviceaccount", "NAME", "field-manager:s=kubectl-create @print @create"],
  ["create token",
    "SERVICE_ACCOUNT_NAME",
    "audience:l bound-object-kind:s bound-object-name:s bound-object-uid:s duration:d @print"],
  ["expose",
    "(-f FILENAME | TYPE NAME)",
    "cluster-ip:s dry-run:s=none external-ip:s field-manager:s=kubectl-expose l,labels:s load-balancer-ip:s " +
    "name:s override-type:s=merge overrides:s port:s protocol:s save-config:b selector:s session-affinity:s " +
    "target-port:s type:s @record @print @file"],
  ["run",
    "NAME --image=image -- [COMMAND] [args...]",
    "annotations:a attach:b cascade:s=background command:b dry-run:s=none env:a expose:b " +
    "field-manager:s=kubectl-run force:b grace-period:i=-1 image:s image-pull-policy:s l,labels:s " +
    "leave-stdin-open:b override-type:s=merge overrides:s pod-running-timeout:d=1m0s port:s privileged:b " +
    "q,quiet:b restart:s=Always rm:b save-config:b i,stdin:b timeout:d t,tty:b wait:b @record @print @file"],
  ["set", "SUBCOMMAND", ""],
  ["set env",
    "RESOURCE/NAME KEY_1=VAL_1 ... KEY_N=VAL_N",
    "all:b c,containers:s=* dry-run:s=none e,env:a field-manager:s=kubectl-set from:s keys:l list:b " +
    "local:b overwrite:b=true prefix:s resolve:b l,selector:s @print @file"],
  ["set image",
    "(-f FILENAME | TYPE NAME) CONTAINER_NAME_1=CONTAINER_IMAGE_1 ... CONTAINER_NAME_N=CONTAINER_IMAGE_N",
    "all:b dry-run:s=none field-manager:s=kubectl-set local:b l,selector:s @record @print @file"],
  ["set resources",
    "(-f FILENAME | TYPE NAME)",
    "all:b c,containers:s=* dry-run:s=none field-manager:s=kubectl-set limits:s local:b requests:s " +
    "l,selector:s @record @print @file"],
  ["set selector",
    "(-f FILENAME | TYPE NAME) EXPRESSIONS",
    "all:b dry-run:s=none field-manager:s=kubectl-set f,filename:l local:b R,recursive:b=true " +
    "resource-version:s @record @print"],
  ["set serviceaccount",
    "(-f FILENAME | TYPE NAME) SERVICE_ACCOUNT",
    "all:b dry-run:s=none field-manager:s=kubectl-set local:b @record @print @file"],
  ["set subject",
    "(-f FILENAME | TYPE NAME)",
    "all:b dry-run:s=none field-manager:s=kubectl-set group:a local:b l,selector:s serviceaccount:a user:a " +
    "@print @file"],
  ["explain", "TYPE", "api-version:s o,output:s=plaintext recursive:b"],
  ["get",
    "(TYPE[.VERSION][.GROUP] [NAME | -l label] | TYPE[.VERSION][.GROUP]/NAME ...) [flags]",
    "A,all-namespaces:b chunk-size:i=500 field-selector:s ignore-not-found:b L,label-columns:l no-headers:b " +
    "output-watch-events:b raw:s l,selector:s server-print:b=true show-kind:b show-labels:b sort-by:s " +
    "subresource:s w,watch:b watch-only:b @print @file"],
  ["edit",
    "(RESOURCE/NAME | -f FILENAME)",
    "field-manager:s=kubectl-edit output-patch:b save-config:b subresource:s validate:s=strict " +
    "windows-line-endings:b @record @print @file"],
  ["delete",
    "(-f FILENAME | -k DIRECTORY | TYPE [(NAME | -l label | --all)])",
    "all:b A,all-namespaces:b cascade:s=background dry-run:s=none field-selector:s force:b grace-period:i=-1 " +
    "ignore-not-found:b i,interactive:b now:b o,output:s raw:s l,selector:s timeout:d wait:b=true @file"],
  ["rollout", "SUBCOMMAND", ""],
  ["rollout history", "(TYPE NAME | TYPE/NAME) [flags]", "revision:i l,selector:s @print @file"],
  ["rollout pause", "RESOURCE", "field-manager:s=kubectl-rollout l,selector:s @print @file"],
  ["rollout restart", "RESOURCE", "field-manager:s=kubectl-rollout l,selector:s @print @file"],
  ["rollout resume", "RESOURCE", "field-manager:s=kubectl-rollout l,selector:s @print @file"],
  ["rollout status", "(TYPE NAME | TYPE/NAME) [flags]", "revision:i l,selector:s timeout:d w,watch:b=true @file"],
  ["rollout undo", "(TYPE NAME | TYPE/NAME) [flags]", "dry-run:s=none l,selector:s to-revision:i @print @file"],
  ["scale",
    "--replicas=COUNT (-f FILENAME | TYPE NAME)",
    "all:b current-replicas:i=-1 dry-run:s=none replicas:i resource-version:s l,selector:s timeout:d @record @print " +
    "@file"],
  ["autoscale",
    "(-f FILENAME | TYPE NAME | TYPE/NAME) --max=MAXPODS",
    "cpu:s dry-run:s=none field-manager:s=kubectl-autoscale max:i=-1 memory:s min:i=-1 name:s save-config:b " +
    "cpu-percent:i=-1 @record @print @file"],
  ["certificate", "SUBCOMMAND", ""],
  ["certificate approve", "(-f FILENAME | NAME)", "force:b @print @file"],
  ["certificate deny", "(-f FILENAME | NAME)", "force:b @print @file"],
  ["cluster-info", "[flags]", ""],
  ["cluster-info dump",
    "[flags]",
    "A,all-namespaces:b allow-missing-template-keys:b=true namespaces:l o,output:s=json " +
    "output-directory:s pod-running-timeout:d=20s show-managed-fields:b template:s"],
  ["top", "[flags]", ""],
  ["top node",
    "[NAME | -l label]",
    "no-headers:b l,selector:s show-capacity:b show-swap:b sort-by:s use-protocol-buffers:b=true"],
  ["top pod",
    "[NAME | -l label]",
    "A,all-namespaces:b containers:b field-selector:s no-headers:b l,selector:s show-swap:b sort-by:s " +
    "sum:b use-protocol-buffers:b=true"],
  ["cordon", "NODE", "dry-run:s=none l,selector:s"],
  ["uncordon", "NODE", "dry-run:s=none l,selector:s"],
  ["drain",
    "NODE",
    "chunk-size:i=500 delete-emptydir-data:b disable-eviction:b dry-run:s=none force:b grace-period:i=-1 " +
    "ignore-daemonsets:b pod-selector:s l,selector:s skip-wait-for-delete-timeout:i timeout:d"],
  ["taint",
    "NODE NAME KEY_1=VAL_1:TAINT_EFFECT_1 ... KEY_N=VAL_N:TAINT_EFFECT_N",
    "all:b dry-run:s=none field-manager:s=kubectl-taint overwrite:b l,selector:s validate:s=strict @print"],
  ["describe",
    "(-f FILENAME | TYPE [NAME_PREFIX | -l label] | TYPE/NAME)",
    "A,all-namespaces:b chunk-size:i=500 l,selector:s show-events:b=true @file"],
  ["logs",
    "(POD | TYPE/NAME)",
    "all-containers:b all-pods:b c,container:s f,follow:b ignore-errors:b insecure-skip-tls-verify-backend:b " +
    "limit-bytes:i max-log-requests:i=5 pod-running-timeout:d=20s prefix:b p,previous:b l,selector:s since:d " +
    "since-time:s tail:i=-1 timestamps:b"],
  ["attach", "(POD | TYPE/NAME) -c CONTAINER", "c,container:s pod-running-timeout:d=1m0s q,quiet:b i,stdin:b t,tty:b"],
  ["exec",
    "(POD | TYPE/NAME) [flags] -- COMMAND [args...]",
    "c,container:s f,filename:l pod-running-timeout:d=1m0s q,quiet:b i,stdin:b t,tty:b"],
  ["port-forward",
    "TYPE/NAME [LOCAL_PORT:]REMOTE_PORT [...[LOCAL_PORT_N:]REMOTE_PORT_N]",
    "address:s=[localhost] pod-running-timeout:d=1m0s"],
  ["proxy",
    "",
    "accept-hosts:s=^localhost$,^127\\.0\\.0\\.1$,^\\[::1\\]$ accept-paths:s=^.* address:s=127.0.0.1 " +
    "api-prefix:s=/ append-server-path:b disable-filter:b keepalive:d p,port:i=8001 reject-methods:s=^$ " +
    "reject-paths:s=^/api/.*/pods/.*/exec,^/api/.*/pods/.*/attach u,unix-socket:s w,www:s " +
    "P,www-prefix:s=/static/"],
  ["cp", "<file-spec-src> <file-spec-dest>", "c,container:s no-preserve:b retries:i"],
  ["auth", "[flags]", ""],
  ["auth can-i",
    "VERB [TYPE | TYPE/NAME | NONRESOURCEURL]",
    "A,all-namespaces:b list:b no-headers:b q,quiet:b subresource:s"],
  ["auth reconcile", "-f FILENAME", "dry-run:s=none remove-extra-permissions:b remove-extra-subjects:b @print @file"],
  ["auth whoami", "", "@print"],
  ["debug",
    "(POD | TYPE[[.VERSION].GROUP]/NAME) [ -- COMMAND [args...] ]",
    "arguments-only:b attach:b c,container:s copy-to:s custom:s env:a f,filename:l image:s " +
    "image-pull-policy:s keep-annotations:b keep-init-containers:b=true keep-labels:b keep-liveness:b " +
    "keep-readiness:b keep-startup:b profile:s=legacy q,quiet:b replace:b same-node:b set-image:l " +
    "share-processes:b=true i,stdin:b target:s t,tty:b"],
  ["events", "", "A,all-namespaces:b chunk-size:i=500 for:s no-headers:b types:l w,watch:b @print"],
  ["diff",
    "-f FILENAME",
    "concurrency:i=1 field-manager:s=kubectl-client-side-apply force-conflicts:b prune:b " +
    "prune-allowlist:l l,selector:s server-side:b show-managed-fields:b @file"],
  ["apply",
    "(-f FILENAME | -k DIRECTORY)",
    "all:b cascade:s=background dry-run:s=none field-manager:s=kubectl-client-side-apply force:b " +
    "force-conflicts:b grace-period:i=-1 openapi-patch:b=true overwrite:b=true prune:b prune-allowlist:l " +
    "l,selector:s server-side:b subresource:s timeout:d validate:s=strict wait:b @record @print @file"],
  ["apply edit-last-applied",
    "(RESOURCE/NAME | -f FILENAME)",
    "field-manager:s=kubectl-client-side-apply validate:s=strict windows-line-endings:b @record @print @file"],
  ["apply set-last-applied", "-f FILENAME", "create-annotation:b dry-run:s=none f,filename:l @print"],
  ["apply view-last-applied",
    "(TYPE [NAME | -l label] | TYPE/NAME | -f FILENAME)",
    "all:b o,output:s=yaml l,selector:s @file"],
  ["patch",
    "(-f FILENAME | TYPE NAME) (-p PATCH | --patch-file FILE)",
    "dry-run:s=none field-manager:s=kubectl-patch local:b p,patch:s patch-file:s subresource:s " +
    "type:s=strategic @record @print @file"],
  ["replace",
    "-f FILENAME",
    "cascade:s=background field-manager:s=kubectl-replace force:b grace-period:i=-1 raw:s subresource:s " +
    "timeout:d wait:b @print @file @create"],
  ["wait",
    "(-f FILENAME | TYPE/NAME | TYPE [(-l label | --all)]) --for=CONDITION",
    "all:b A,all-namespaces:b field-selector:s f,filename:l for:s local:b R,recursive:b=true l,selector:s " +
    "timeout:d=30s @print"],
  ["kustomize",
    "DIR [flags]",
    "as-current-user:b enable-alpha-plugins:b enable-helm:b e,env:a helm-api-versions:l " +
    "helm-command:s=helm helm-debug:b helm-kube-version:s load-restrictor:s=LoadRestrictionsRootOnly " +
    "mount:l network:b network-name:s=bridge o,output:s"],
  ["label",
    "(-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N",
    "all:b A,all-namespaces:b dry-run:s=none field-manager:s=kubectl-label field-selector:s list:b local:b " +
    "overwrite:b resource-version:s l,selector:s @record @print @file"],
  ["annotate",
    "(-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N",
    "all:b A,all-namespaces:b dry-run:s=none field-manager:s=kubectl-annotate field-selector:s list:b local:b " +
    "overwrite:b resource-version:s l,selector:s @record @print @file"],
  ["completion", "SHELL", ""],
  ["options", "", ""],
  ["api-resources",
    "[flags]",
    "api-group:s cached:b categories:l namespaced:b=true no-headers:b o,output:s show-managed-fields:b " +
    "sort-by:s verbs:l"],
  ["api-versions", "", ""],
  ["config", "SUBCOMMAND", ""],
  ["config current-context", "[flags]", ""],
  ["config delete-cluster", "NAME", ""],
  ["config delete-context", "NAME", ""],
  ["config delete-user", "NAME", ""],
  ["config get-clusters", "[flags]", ""],
  ["config get-contexts", "", "no-headers:b o,output:s"],
  ["config get-users", "[flags]", ""],
  ["config rename-context", "CONTEXT_NAME NEW_NAME", ""],
  ["config set", "PROPERTY_NAME PROPERTY_VALUE", "set-raw-bytes:b"],
  ["config set-cluster",
    "NAME",
    "certificate-authority:s embed-certs:b insecure-skip-tls-verify:b proxy-url:s server:s tls-server-name:s"],
  ["config set-context", "[NAME | --current]", "cluster:s current:b namespace:s user:s"],
  ["config set-credentials",
    "NAME",
    "auth-provider:s auth-provider-arg:l client-certificate:s client-key:s embed-certs:b exec-api-version:s " +
    "exec-arg:l exec-command:s exec-env:a exec-interactive-mode:s exec-provide-cluster-info:b password:s " +
    "token:s username:s"],
  ["config unset", "PROPERTY_NAME", ""],
  ["config use-context", "CONTEXT_NAME", ""],
  ["config view",
    "[flags]",
    "allow-missing-template-keys:b=true flatten:b merge:b=true minify:b o,output:s=yaml raw:b " +
    "show-managed-fields:b template:s"],
  ["plugin", "[flags]", ""],
  ["plugin list", "[flags]", "name-only:b"],
  ["version", "[flags]", "client:b o,output:s"],
];
