//go:build tools

// Package tools pins the Prometheus server that the local cluster runs.
package tools

import _ "github.com/prometheus/prometheus/cmd/prometheus"
