package main

import (
	"context"
	"reflect"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const (
	// manager is the field manager of its writes.
	manager = "peer"
	// component is the index of Services and rules by namespace and component.
	component = "component"
)

var (
	rules    = schema.GroupVersionKind{Group: "stoa.dev", Version: "v1alpha1", Kind: "GatewayRule"}
	routes   = schema.GroupVersionKind{Group: "gateway.networking.k8s.io", Version: "v1", Kind: "HTTPRoute"}
	services = schema.GroupVersionKind{Version: "v1", Kind: "Service"}
)

type object = map[string]any

func ofKind(kind schema.GroupVersionKind) *unstructured.Unstructured {
	made := &unstructured.Unstructured{}
	made.SetGroupVersionKind(kind)
	return made
}

func listOf(kind schema.GroupVersionKind) *unstructured.UnstructuredList {
	made := &unstructured.UnstructuredList{}
	made.SetGroupVersionKind(kind)
	return made
}

func indexComponents(manager ctrl.Manager) error {
	indexer := manager.GetFieldIndexer()
	ctx := context.Background()
	err := indexer.IndexField(ctx, ofKind(services), component, func(service client.Object) []string {
		return []string{service.GetLabels()["stoa.dev/component-id"]}
	})
	if err != nil {
		return err
	}
	return indexer.IndexField(ctx, ofKind(rules), component, func(rule client.Object) []string {
		id, _, _ := unstructured.NestedString(rule.(*unstructured.Unstructured).Object, "spec", "http", "serviceId")
		return []string{id}
	})
}

// rulesOf returns the rules of the component to which a Service belongs.
func rulesOf(reader client.Reader) handler.MapFunc {
	return func(ctx context.Context, service client.Object) []reconcile.Request {
		id := service.GetLabels()["stoa.dev/component-id"]
		if id == "" {
			return nil
		}
		found := listOf(rules)
		if err := reader.List(ctx, found, client.InNamespace(service.GetNamespace()), client.MatchingFields{component: id}); err != nil {
			return nil
		}
		requests := make([]reconcile.Request, 0, len(found.Items))
		for _, rule := range found.Items {
			requests = append(requests, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(&rule)})
		}
		return requests
	}
}

type reconciler struct {
	client client.Client
}

// Reconcile applies the route of a rule, and reports what the engine says of it.
func (r *reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	rule := ofKind(rules)
	if err := r.client.Get(ctx, request.NamespacedName, rule); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if rule.GetDeletionTimestamp() != nil {
		return reconcile.Result{}, nil
	}
	route, err := r.routeOf(ctx, rule)
	if err != nil {
		return reconcile.Result{}, err
	}
	if route == nil {
		return reconcile.Result{}, r.report(ctx, rule, "False", "ServiceNotFound")
	}
	stored := ofKind(routes)
	err = r.client.Get(ctx, request.NamespacedName, stored)
	if client.IgnoreNotFound(err) != nil {
		return reconcile.Result{}, err
	}
	if err != nil || !reflect.DeepEqual(specOf(stored), specOf(route)) {
		apply := client.ApplyConfigurationFromUnstructured(route)
		if err := r.client.Apply(ctx, apply, client.FieldOwner(manager), client.ForceOwnership); err != nil {
			return reconcile.Result{}, err
		}
	}
	status, reason := acceptance(stored)
	return reconcile.Result{}, r.report(ctx, rule, status, reason)
}

// routeOf returns the wanted route of a rule, nil without a Service of its component.
func (r *reconciler) routeOf(ctx context.Context, rule *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	http, _, _ := unstructured.NestedMap(rule.Object, "spec", "http")
	id, _ := http["serviceId"].(string)
	found := listOf(services)
	err := r.client.List(ctx, found, client.InNamespace(rule.GetNamespace()), client.MatchingFields{component: id})
	if err != nil || len(found.Items) == 0 {
		return nil, err
	}
	path, _ := http["domainPath"].(string)
	if path == "" {
		path = "/"
	}
	route := ofKind(routes)
	route.SetNamespace(rule.GetNamespace())
	route.SetName(rule.GetName())
	route.SetLabels(map[string]string{"app.kubernetes.io/managed-by": manager})
	route.SetOwnerReferences([]metav1.OwnerReference{*metav1.NewControllerRef(rule, rules)})
	route.Object["spec"] = object{
		"parentRefs": []any{object{"namespace": "default", "name": "bench", "sectionName": "http"}},
		"hostnames":  []any{http["domainName"]},
		"rules": []any{object{
			"matches":     []any{object{"path": object{"type": "PathPrefix", "value": path}}},
			"backendRefs": []any{object{"name": found.Items[0].GetName(), "port": http["containerPort"]}},
		}},
	}
	return route, nil
}

// specOf returns the fields of a route that it sets, without those that the API server adds.
func specOf(route *unstructured.Unstructured) object {
	hosts, _, _ := unstructured.NestedSlice(route.Object, "spec", "hostnames")
	first := object{}
	if all, _, _ := unstructured.NestedSlice(route.Object, "spec", "rules"); len(all) > 0 {
		first, _ = all[0].(object)
	}
	backend := object{}
	if refs, _ := first["backendRefs"].([]any); len(refs) > 0 {
		backend, _ = refs[0].(object)
	}
	return object{"hosts": hosts, "matches": first["matches"], "name": backend["name"], "port": backend["port"]}
}

// acceptance returns what the engine says of a route.
func acceptance(route *unstructured.Unstructured) (status, reason string) {
	parents, _, _ := unstructured.NestedSlice(route.Object, "status", "parents")
	for _, parent := range parents {
		conditions, _, _ := unstructured.NestedSlice(parent.(object), "conditions")
		for _, each := range conditions {
			condition := each.(object)
			if condition["type"] == "Accepted" && condition["observedGeneration"] == route.GetGeneration() {
				return condition["status"].(string), "Accepted"
			}
		}
	}
	return "Unknown", "Pending"
}

// report writes the condition Ready of a rule, if it differs.
func (r *reconciler) report(ctx context.Context, rule *unstructured.Unstructured, status, reason string) error {
	conditions, _, _ := unstructured.NestedSlice(rule.Object, "status", "conditions")
	for _, each := range conditions {
		condition := each.(object)
		if condition["type"] == "Ready" && condition["status"] == status && condition["reason"] == reason &&
			condition["observedGeneration"] == rule.GetGeneration() {
			return nil
		}
	}
	draft := ofKind(rules)
	draft.SetNamespace(rule.GetNamespace())
	draft.SetName(rule.GetName())
	draft.Object["status"] = object{
		"observedGeneration": rule.GetGeneration(),
		"conditions": []any{object{
			"type": "Ready", "status": status, "reason": reason, "message": "",
			"observedGeneration": rule.GetGeneration(),
			"lastTransitionTime": time.Now().UTC().Format(time.RFC3339),
		}},
	}
	apply := client.ApplyConfigurationFromUnstructured(draft)
	return client.IgnoreNotFound(r.client.Status().Apply(ctx, apply, client.FieldOwner(manager), client.ForceOwnership))
}
