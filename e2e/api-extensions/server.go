// Package fixtures starts a server for each test of apiextensions-apiserver: the program that KUBEPAD_PROGRAM names,
// in place of the server that the tests are part of.
package fixtures

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"
	clientv3 "go.etcd.io/etcd/client/v3"

	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	"k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset"
	serveroptions "k8s.io/apiextensions-apiserver/pkg/cmd/server/options"
	servertesting "k8s.io/apiextensions-apiserver/pkg/cmd/server/testing"
	"k8s.io/apiserver/pkg/features"
	genericapiserver "k8s.io/apiserver/pkg/server"
	"k8s.io/apiserver/pkg/util/compatibility"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
)

const (
	token    = "test-token"
	patience = 2 * time.Minute
	// the feature gate that tests set in their process, and a program can be told of
	cbor = features.CBORServingAndStorage
)

// server is a program that serves, with its own keys in an etcd.
type server struct {
	config *rest.Config
	prefix string
	stop   func()
}

// gates returns the flags of the feature gates that the test has enabled. Emulated versions may not know them.
func gates() []string {
	if !utilfeature.DefaultFeatureGate.Enabled(cbor) {
		return nil
	}
	return []string{fmt.Sprintf("--feature-gates=%s=true", cbor)}
}

func start(flags []string) (*server, error) {
	folder, err := os.MkdirTemp("", "kubepad-api-extensions")
	if err != nil {
		return nil, err
	}
	tokens := filepath.Join(folder, "tokens.csv")
	if err := os.WriteFile(tokens, []byte(token+",admin,1,system:masters\n"), 0o600); err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := listener.Addr().(*net.TCPAddr)
	listener.Close()
	prefix := uuid.New().String()
	program := exec.Command(os.Getenv("KUBEPAD_PROGRAM"), append([]string{
		fmt.Sprintf("--secure-port=%d", address.Port),
		"--cert-dir=" + folder,
		"--token-auth-file=" + tokens,
		"--etcd-servers=" + strings.Join(IntegrationEtcdServers(), ","),
		"--etcd-prefix=" + prefix,
		"--disable-admission-plugins=NamespaceLifecycle,MutatingAdmissionWebhook,ValidatingAdmissionWebhook,ValidatingAdmissionPolicy",
	}, append(gates(), flags...)...)...)
	program.Stderr = os.Stderr
	if err := program.Start(); err != nil {
		return nil, err
	}
	stop := func() {
		program.Process.Signal(os.Interrupt)
		program.Wait()
		os.RemoveAll(folder)
	}
	config := &rest.Config{
		Host:            "https://" + address.String(),
		BearerToken:     token,
		TLSClientConfig: rest.TLSClientConfig{Insecure: true},
		QPS:             -1, // as the client of a server to itself
	}
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		stop()
		return nil, err
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if answer, err := client.Get(config.Host + "/readyz"); err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return &server{config: config, prefix: prefix, stop: stop}, nil
			}
		}
		if time.Now().After(deadline) {
			stop()
			return nil, fmt.Errorf("the server is not ready after %s", patience)
		}
	}
}

// StartDefaultServer starts a server.
func StartDefaultServer(t servertesting.Logger, flags ...string) (func(), *rest.Config, *serveroptions.CustomResourceDefinitionsServerOptions, error) {
	s, err := start(flags)
	if err != nil {
		return nil, nil, nil, err
	}
	options := serveroptions.NewCustomResourceDefinitionsServerOptions(os.Stdout, os.Stderr)
	options.RecommendedOptions.Etcd.StorageConfig.Transport.ServerList = IntegrationEtcdServers()
	options.RecommendedOptions.Etcd.StorageConfig.Prefix = s.prefix
	return s.stop, s.config, options, nil
}

// StartDefaultServerWithConfigAccess starts a server. Of its configuration, a test may read where objects are stored.
func StartDefaultServerWithConfigAccess(t servertesting.Logger, flags ...string) (func(), *rest.Config, apiserver.CompletedConfig, error) {
	stop, config, options, err := StartDefaultServer(t, flags...)
	if err != nil {
		return nil, nil, apiserver.CompletedConfig{}, err
	}
	recommended := genericapiserver.NewRecommendedConfig(apiserver.Codecs)
	recommended.EffectiveVersion = compatibility.DefaultBuildEffectiveVersion()
	recommended.ExternalAddress = strings.TrimPrefix(config.Host, "https://")
	recommended.RESTOptionsGetter = serveroptions.NewCRDRESTOptionsGetter(*options.RecommendedOptions.Etcd, nil, nil)
	completed := (&apiserver.Config{GenericConfig: recommended}).Complete()
	return stop, config, completed, nil
}

// StartDefaultServerWithClients starts a server and returns clients for it.
func StartDefaultServerWithClients(t servertesting.Logger, flags ...string) (func(), clientset.Interface, dynamic.Interface, error) {
	stop, config, _, err := StartDefaultServer(t, flags...)
	if err != nil {
		return nil, nil, nil, err
	}
	return stop, clientset.NewForConfigOrDie(config), dynamic.NewForConfigOrDie(config), nil
}

// StartDefaultServerWithClientsAndEtcd starts a server and returns clients for it and for its etcd.
func StartDefaultServerWithClientsAndEtcd(t servertesting.Logger, flags ...string) (func(), clientset.Interface, dynamic.Interface, *clientv3.Client, string, error) {
	stop, config, options, err := StartDefaultServer(t, flags...)
	if err != nil {
		return nil, nil, nil, nil, "", err
	}
	etcd, err := clientv3.New(clientv3.Config{Endpoints: IntegrationEtcdServers(), DialTimeout: patience})
	if err != nil {
		stop()
		return nil, nil, nil, nil, "", err
	}
	prefix := options.RecommendedOptions.Etcd.StorageConfig.Prefix
	return stop, clientset.NewForConfigOrDie(config), dynamic.NewForConfigOrDie(config), etcd, prefix, nil
}

// IntegrationEtcdServers returns the addresses of the etcd.
func IntegrationEtcdServers() []string {
	return []string{os.Getenv("KUBE_INTEGRATION_ETCD_URL")}
}
