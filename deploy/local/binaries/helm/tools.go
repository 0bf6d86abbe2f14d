//go:build tools

// Package tools pins the Helm that renders and installs the chart.
package tools

import _ "helm.sh/helm/v3/cmd/helm"
