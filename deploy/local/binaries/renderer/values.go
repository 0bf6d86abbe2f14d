package main

import (
	"bytes"
	"encoding/json"
	"errors"

	"helm.sh/helm/v4/pkg/chart/v2/loader"
)

// readValues reads a text as Helm reads a file of values: YAML, each document of which is a map.
func readValues(text []byte) (map[string]any, error) {
	values, err := loader.LoadValues(bytes.NewReader(text))
	if typed := new(json.UnmarshalTypeError); errors.As(err, &typed) {
		err = errors.New("it is no map of values")
	}
	if err != nil {
		return nil, refuse("values-unreadable", err)
	}
	return values, nil
}
