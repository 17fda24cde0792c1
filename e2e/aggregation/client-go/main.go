// Looks at aggregated kinds as programs with client-go do, and prints a line for each thing that was as it should be.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/disk"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	"k8s.io/kube-aggregator/pkg/apis/apiregistration/v1/helper"
	aggregator "k8s.io/kube-aggregator/pkg/client/clientset_generated/clientset"
	metrics "k8s.io/metrics/pkg/client/clientset/versioned"
)

const group = "wardle.example.com"

var flunders = schema.GroupVersionResource{Group: group, Version: "v1", Resource: "flunders"}

func main() {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	must(err)
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	services := aggregator.NewForConfigOrDie(config)
	available(ctx, services, "v1."+group)
	available(ctx, services, "v1beta1.metrics.k8s.io")
	discovered(config)
	mapped(config)
	informed(ctx, config)
	measured(ctx, config)
	registered(ctx, services, config)
}

func must(err error) {
	if err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
}

func check(holds bool, what string, found any) {
	if !holds {
		must(fmt.Errorf("%s: %v", what, found))
	}
	fmt.Println("ok", what)
}

func poll(ctx context.Context, what string, condition func() bool) {
	err := wait.PollUntilContextCancel(ctx, 100*time.Millisecond, true, func(context.Context) (bool, error) { return condition(), nil })
	check(err == nil, what, err)
}

func available(ctx context.Context, services aggregator.Interface, name string) {
	poll(ctx, "APIService "+name+" is available", func() bool {
		service, err := services.ApiregistrationV1().APIServices().Get(ctx, name, metav1.GetOptions{})
		return err == nil && helper.IsAPIServiceConditionTrue(service, apiregistrationv1.Available)
	})
}

func discovered(config *rest.Config) {
	for _, legacy := range []bool{false, true} {
		client := discovery.NewDiscoveryClientForConfigOrDie(config)
		client.UseLegacyDiscovery = legacy
		_, lists, err := client.ServerGroupsAndResources()
		must(err)
		found, err := discovery.GroupVersionResources(lists)
		must(err)
		_, has := found[flunders]
		check(has, fmt.Sprintf("discovery lists the kind (legacy: %v)", legacy), len(found))
	}
	cached, err := disk.NewCachedDiscoveryClientForConfig(config, os.Getenv("HOME")+"/discovery", os.Getenv("HOME")+"/http", time.Hour)
	must(err)
	for range 2 {
		resources, err := cached.ServerPreferredResources()
		must(err)
		matching := discovery.FilteredBy(discovery.SupportsAllVerbs{Verbs: []string{"list", "watch"}}, resources)
		found, err := discovery.GroupVersionResources(matching)
		must(err)
		_, has := found[flunders]
		check(has, "preferred resources of a cache on disk have the kind", len(found))
	}
}

func mapped(config *rest.Config) {
	client := discovery.NewDiscoveryClientForConfigOrDie(config)
	deferred := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client))
	resources, err := restmapper.GetAPIGroupResources(client)
	must(err)
	mapper := restmapper.NewDiscoveryRESTMapper(resources)
	mapping, err := deferred.RESTMapping(schema.GroupKind{Group: group, Kind: "Flunder"})
	check(err == nil && mapping.Resource == flunders && mapping.Scope.Name() == "namespace", "a deferred mapper maps the kind", err)
	kind, err := mapper.KindFor(schema.GroupVersionResource{Resource: "flunders"})
	check(err == nil && kind.Kind == "Flunder" && kind.Group == group, "a mapper finds the kind of a resource", err)
	pods, err := deferred.KindFor(schema.GroupVersionResource{Resource: "pods"})
	check(err == nil && pods.Group == "" && pods.Kind == "Pod", "pods without a group are those of the core group", pods)
	_, err = deferred.RESTMapping(schema.GroupKind{Group: group, Kind: "Nothing"})
	check(err != nil, "a deferred mapper does not know another kind", err)
}

func informed(ctx context.Context, config *rest.Config) {
	client := dynamic.NewForConfigOrDie(config)
	factory := dynamicinformer.NewFilteredDynamicSharedInformerFactory(client, 0, "default", nil)
	informer := factory.ForResource(flunders).Informer()
	events := make(chan string, 16)
	named := func(object any) string { return object.(*unstructured.Unstructured).GetName() }
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { events <- "add " + named(object) },
		UpdateFunc: func(_, object any) { events <- "update " + named(object) },
		DeleteFunc: func(object any) { events <- "delete " + named(object) },
	})
	must(err)
	factory.Start(ctx.Done())
	check(cache.WaitForCacheSync(ctx.Done(), informer.HasSynced), "a dynamic informer syncs", nil)
	next := func(wanted string) {
		select {
		case event := <-events:
			check(event == wanted, "a dynamic informer tells: "+wanted, event)
		case <-ctx.Done():
			must(ctx.Err())
		}
	}
	resource := client.Resource(flunders).Namespace("default")
	made, err := resource.Create(ctx, &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": flunders.GroupVersion().String(), "kind": "Flunder", "metadata": map[string]any{"name": "a"},
	}}, metav1.CreateOptions{})
	must(err)
	next("add a")
	made.SetLabels(map[string]string{"a": "b"})
	_, err = resource.Update(ctx, made, metav1.UpdateOptions{})
	must(err)
	next("update a")
	must(resource.Delete(ctx, "a", metav1.DeleteOptions{}))
	next("delete a")
}

func measured(ctx context.Context, config *rest.Config) {
	client := metrics.NewForConfigOrDie(config).MetricsV1beta1()
	poll(ctx, "the metrics client reads nodes", func() bool {
		nodes, err := client.NodeMetricses().List(ctx, metav1.ListOptions{})
		return err == nil && len(nodes.Items) == 1 && !nodes.Items[0].Usage.Cpu().IsZero() && nodes.Items[0].Window.Seconds() == 15
	})
	poll(ctx, "the metrics client reads pods", func() bool {
		pods, err := client.PodMetricses("kube-system").List(ctx, metav1.ListOptions{LabelSelector: "k8s-app=metrics-server"})
		return err == nil && len(pods.Items) == 1 && !pods.Items[0].Containers[0].Usage.Memory().IsZero()
	})
}

func registered(ctx context.Context, services aggregator.Interface, config *rest.Config) {
	client := services.ApiregistrationV1().APIServices()
	service := &apiregistrationv1.APIService{
		ObjectMeta: metav1.ObjectMeta{Name: "v1.absent.test"},
		Spec: apiregistrationv1.APIServiceSpec{
			Group: "absent.test", Version: "v1", GroupPriorityMinimum: 1000, VersionPriority: 15, InsecureSkipTLSVerify: true,
			Service: &apiregistrationv1.ServiceReference{Namespace: "default", Name: "absent"},
		},
	}
	_, err := client.Create(ctx, service, metav1.CreateOptions{})
	must(err)
	poll(ctx, "an APIService without a Service is not available, and says so", func() bool {
		found, err := client.Get(ctx, service.Name, metav1.GetOptions{})
		condition := apiregistrationv1.APIServiceCondition{}
		if err == nil && len(found.Status.Conditions) > 0 {
			condition = found.Status.Conditions[0]
		}
		return condition.Status == apiregistrationv1.ConditionFalse && condition.Reason == "ServiceNotFound"
	})
	_, err = discovery.NewDiscoveryClientForConfigOrDie(config).ServerPreferredResources()
	check(discovery.IsGroupDiscoveryFailedError(err), "discovery names the group that cannot be discovered", err)
	must(client.Delete(ctx, service.Name, metav1.DeleteOptions{}))
}
