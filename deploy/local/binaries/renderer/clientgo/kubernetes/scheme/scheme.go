// Package scheme stands in for that of client-go: it knows no kind, as the request names those of the cluster.
package scheme

import "k8s.io/apimachinery/pkg/runtime/schema"

type kinds struct{}

func (kinds) PrioritizedVersionsAllGroups() []schema.GroupVersion { return nil }

// Scheme has no kinds.
var Scheme kinds
