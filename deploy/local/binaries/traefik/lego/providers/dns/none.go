// Package dns takes the place of lego's package of this name, which imports the drivers of all DNS services: not all of
// the modules that they need can be had everywhere, and the local cluster's Traefik proves no name by DNS.
package dns

import (
	"fmt"

	"github.com/go-acme/lego/v5/challenge"
)

// NewDNSChallengeProviderByName knows no driver.
func NewDNSChallengeProviderByName(name string) (challenge.Provider, error) {
	return nil, fmt.Errorf("built without drivers of DNS services: %s", name)
}
