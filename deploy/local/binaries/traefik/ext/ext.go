// Package ext stands for a module that Traefik's go.mod replaces by a folder of its own repository:
// a replacement is not inherited, so a build from outside needs one too. It holds two extension
// points without members, as upstream's does.
package ext

// HTTP extends the HTTP configuration with nothing.
type HTTP struct{}

// Router extends the router configuration with nothing.
type Router struct{}
