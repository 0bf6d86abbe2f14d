// Package main prints what Go reads of texts that Stoa reads, too: one text in base64 on each line of the input, one
// answer in JSON on each line of the output.
package main

import (
	"bufio"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"os"
	"sort"
	"strings"
)

func main() {
	read := map[string]func([]byte) any{"certificate": certificate, "pem": blocks}[os.Args[1]]
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	answers := json.NewEncoder(out)
	for in.Scan() {
		text, err := base64.StdEncoding.DecodeString(in.Text())
		if err != nil {
			panic(err)
		}
		if err := answers.Encode(read(text)); err != nil {
			panic(err)
		}
	}
}

// presented is what a gateway in Go makes of a certificate.
type presented struct {
	Error string `json:"error,omitempty"`
	// Names for which Traefik presents the certificate.
	Names []string `json:"names"`
	// DNS are the DNS names as crypto/x509 reads them.
	DNS []string `json:"dns"`
}

func certificate(der []byte) any {
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		return presented{Error: err.Error()}
	}
	return presented{Names: servedNames(leaf), DNS: leaf.DNSNames}
}

// servedNames does what parseCertificate, appendCertificate and matchDomain of pkg/tls in Traefik v3.7.13 do: they join
// the names of a certificate with commas to the key of a map, and split this key to compare its parts with the name that a
// client asks for, for wildcards without the dots at their ends.
func servedNames(leaf *x509.Certificate) []string {
	var names []string
	commonName := leaf.Subject.CommonName
	if commonName != "" {
		names = append(names, strings.ToLower(commonName))
	}
	for _, name := range leaf.DNSNames {
		if name != commonName {
			names = append(names, strings.ToLower(name))
		}
	}
	for _, address := range leaf.IPAddresses {
		if address.String() != commonName {
			names = append(names, strings.ToLower(address.String()))
		}
	}
	sort.Strings(names)
	var served []string
	for _, name := range strings.Split(strings.Join(names, ","), ",") {
		served = append(served, name)
		if bare := strings.TrimRight(name, "."); strings.HasPrefix(bare, "*") && bare != name {
			served = append(served, bare)
		}
	}
	return served
}

// block is one of a file in PEM.
type block struct {
	Label string `json:"label"`
	Bytes []byte `json:"bytes"`
}

func blocks(file []byte) any {
	found := []block{}
	for {
		next, rest := pem.Decode(file)
		if next == nil {
			return found
		}
		found = append(found, block{next.Type, next.Bytes})
		file = rest
	}
}
