// Package main prints what client-go reads of the kubeconfigs, the environment and the options of kubectl that it gets, and
// sends as many requests as REQUESTS says.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	_ "k8s.io/client-go/plugin/pkg/client/auth"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// reading is what client-go makes of it.
type reading struct {
	Error     string `json:"error,omitempty"`
	Server    string `json:"server,omitempty"`
	Proxy     string `json:"proxy,omitempty"`
	Namespace string `json:"namespace,omitempty"`
	TimeoutMs int64  `json:"timeoutMs,omitempty"`
	// Statuses of the responses, 0 for none.
	Statuses []int `json:"statuses"`
	// Failure is the error of the last request.
	Failure string `json:"failure,omitempty"`
}

func main() {
	read := reading{Statuses: []int{}}
	if err := read.all(); err != nil {
		read.Error = err.Error()
	}
	if err := json.NewEncoder(os.Stdout).Encode(read); err != nil {
		panic(err)
	}
}

func (read *reading) all() error {
	// As kubectl has them.
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	rules.DefaultClientConfig = &clientcmd.DefaultClientConfig
	overrides := &clientcmd.ConfigOverrides{ClusterDefaults: clientcmd.ClusterDefaults}
	flags := pflag.NewFlagSet("kubectl", pflag.ContinueOnError)
	flags.StringVar(&rules.ExplicitPath, clientcmd.RecommendedConfigPathFlag, "", "")
	clientcmd.BindOverrideFlags(overrides, flags, clientcmd.RecommendedConfigOverrideFlags(""))
	if err := flags.Parse(os.Args[1:]); err != nil {
		return err
	}
	loader := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, overrides)
	config, err := loader.ClientConfig()
	if err != nil {
		return err
	}
	if read.Namespace, _, err = loader.Namespace(); err != nil {
		return err
	}
	server, _, err := rest.DefaultServerUrlFor(config)
	if err != nil {
		return err
	}
	server.RawQuery, server.Fragment, server.User = "", "", server.User
	address := *server
	address.User = nil
	read.Server = strings.TrimSuffix(address.String(), "/")
	if config.Timeout > 0 {
		read.TimeoutMs = config.Timeout.Milliseconds()
	}
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		return err
	}
	if err := read.proxy(config, server); err != nil {
		return err
	}
	count, _ := strconv.Atoi(os.Getenv("REQUESTS"))
	for range count {
		read.ask(client, strings.TrimSuffix(server.String(), "/")+"/version")
	}
	return nil
}

func (read *reading) proxy(config *rest.Config, server *url.URL) error {
	choose := utilnet.NewProxierWithNoProxyCIDR(http.ProxyFromEnvironment)
	if config.Proxy != nil {
		choose = config.Proxy
	}
	chosen, err := choose(&http.Request{URL: server})
	if err == nil && chosen != nil {
		read.Proxy = chosen.String()
	}
	return err
}

func (read *reading) ask(client *http.Client, address string) {
	response, err := client.Get(address)
	if err != nil {
		read.Failure = fmt.Sprint(err)
		read.Statuses = append(read.Statuses, 0)
		return
	}
	response.Body.Close()
	read.Statuses = append(read.Statuses, response.StatusCode)
}
