// Command peer is a minimal operator in Go for benchmarks: it makes one HTTPRoute for each GatewayRule, with
// controller-runtime as most operators use it. PEER_SERVER is the URL of the API server, PEER_ACCOUNT a folder with the
// files of a ServiceAccount as in a pod, and PEER_METRICS the address of its metrics.
package main

import (
	"os"
	"path/filepath"

	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// workers is the number of rules that it reconciles at a time, as many as Stoa.
const workers = 16

func main() {
	ctrl.SetLogger(zap.New(zap.UseDevMode(false)))
	if err := run(); err != nil {
		ctrl.Log.Error(err, "the peer ends")
		os.Exit(1)
	}
}

func run() error {
	account := os.Getenv("PEER_ACCOUNT")
	config := &rest.Config{
		Host:            os.Getenv("PEER_SERVER"),
		BearerTokenFile: filepath.Join(account, "token"),
		TLSClientConfig: rest.TLSClientConfig{CAFile: filepath.Join(account, "ca.crt")},
		// The API server limits its clients by itself.
		QPS: -1,
	}
	manager, err := ctrl.NewManager(config, ctrl.Options{
		LeaderElection: true,
		// The lease of Stoa, which the account may write; both never run at the same time.
		LeaderElectionID:              "stoa-operator",
		LeaderElectionNamespace:       "stoa-system",
		LeaderElectionReleaseOnCancel: true,
		Metrics:                       server.Options{BindAddress: os.Getenv("PEER_METRICS")},
		Cache:                         cache.Options{DefaultTransform: cache.TransformStripManagedFields()},
		Client:                        client.Options{Cache: &client.CacheOptions{Unstructured: true}},
	})
	if err != nil {
		return err
	}
	if err := indexComponents(manager); err != nil {
		return err
	}
	err = ctrl.NewControllerManagedBy(manager).
		Named("gatewayrule").
		For(ofKind(rules)).
		Owns(ofKind(routes)).
		Watches(ofKind(services), handler.EnqueueRequestsFromMapFunc(rulesOf(manager.GetClient()))).
		WithOptions(controller.Options{MaxConcurrentReconciles: workers}).
		Complete(&reconciler{client: manager.GetClient()})
	if err != nil {
		return err
	}
	return manager.Start(ctrl.SetupSignalHandler())
}
