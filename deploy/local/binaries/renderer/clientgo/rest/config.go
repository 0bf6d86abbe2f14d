// Package rest stands in for that of client-go.
package rest

// Config would be how to reach an API server.
type Config struct{}
