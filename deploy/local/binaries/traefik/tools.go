//go:build tools

// Package tools pins the gateway engine that the local cluster runs.
package tools

import _ "github.com/traefik/traefik/v3/cmd/traefik"
