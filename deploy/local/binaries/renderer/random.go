package main

import (
	cryptorand "crypto/rand"
	"math/rand"
	randv2 "math/rand/v2"
	"sync"
	"text/template"

	"github.com/huandu/xstrings"
)

// randomFunctions are the functions of templates that take numbers of Go's own source, from a source of this request:
// Go has seeded its own when the program was initialized, which is the same for all requests.
func randomFunctions() template.FuncMap {
	source := sync.OnceValue(func() rand.Source {
		var seed [32]byte
		cryptorand.Read(seed[:])
		return chaCha{randv2.NewChaCha8(seed)}
	})
	return template.FuncMap{
		"randInt": func(low, high int) int { return rand.New(source()).Intn(high-low) + low },
		"shuffle": func(text string) string { return xstrings.ShuffleSource(text, source()) },
	}
}

// chaCha is a source for what takes the older interface.
type chaCha struct{ *randv2.ChaCha8 }

func (c chaCha) Int63() int64 { return int64(c.Uint64() >> 1) }

// Seed does nothing: the seed is that of the request.
func (chaCha) Seed(int64) {}
