// Package v1 stands in for that of apiextensions-apiserver.
package v1

// AddToScheme adds nothing.
func AddToScheme(any) error { return nil }
