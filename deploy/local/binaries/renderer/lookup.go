package main

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

type lookupFunc = func(apiVersion, kind, namespace, name string) (map[string]any, error)

// lookupIn answers `lookup` from the given objects alone; one without namespace is in that of the release. Templates may
// change what they get: each call has objects of its own. It notes whether a template looked for Secrets.
func lookupIn(objects []json.RawMessage, releaseNamespace string, soughtSecrets *bool) lookupFunc {
	return func(apiVersion, kind, namespace, name string) (map[string]any, error) {
		*soughtSecrets = *soughtSecrets || kind == "Secret"
		items := []any{}
		for _, raw := range objects {
			object := unstructured.Unstructured{}
			if err := object.UnmarshalJSON(raw); err != nil {
				return nil, err
			}
			if object.GetAPIVersion() != apiVersion || object.GetKind() != kind {
				continue
			}
			own := object.GetNamespace()
			if own == "" {
				own = releaseNamespace
			}
			if namespace != "" && namespace != own {
				continue
			}
			if name != "" && name == object.GetName() {
				return object.Object, nil
			}
			items = append(items, object.Object)
		}
		if name != "" || len(items) == 0 {
			return map[string]any{}, nil
		}
		return map[string]any{"apiVersion": apiVersion, "kind": kind + "List", "items": items}, nil
	}
}
