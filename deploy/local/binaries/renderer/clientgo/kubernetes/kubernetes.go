// Package kubernetes stands in for that of client-go, without the clients of kinds.
package kubernetes
