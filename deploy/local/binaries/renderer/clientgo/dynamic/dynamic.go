// Package dynamic stands in for that of client-go: there is no API server.
package dynamic

import (
	"context"
	"errors"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
)

// ResourceInterface would read objects of one kind.
type ResourceInterface interface {
	Get(ctx context.Context, name string, options metav1.GetOptions, subresources ...string) (*unstructured.Unstructured, error)
	List(ctx context.Context, options metav1.ListOptions) (*unstructured.UnstructuredList, error)
}

// NamespaceableResourceInterface would read objects of one kind in a namespace.
type NamespaceableResourceInterface interface {
	Namespace(string) ResourceInterface
	ResourceInterface
}

// Interface would read objects of any kind.
type Interface interface {
	Resource(resource schema.GroupVersionResource) NamespaceableResourceInterface
}

// NewForConfig fails.
func NewForConfig(*rest.Config) (Interface, error) {
	return nil, errors.New("there is no API server")
}
