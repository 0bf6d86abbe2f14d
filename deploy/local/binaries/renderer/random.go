package main

import (
	cryptorand "crypto/rand"
	"math/rand"
	randv2 "math/rand/v2"
	"reflect"
	"text/template"
	"time"

	"github.com/Masterminds/sprig/v3"
	"github.com/huandu/xstrings"
)

// drawing are the functions of templates whose result depends on chance or on the time.
var drawing = []string{
	"randAlphaNum", "randAlpha", "randAscii", "randNumeric", "randBytes", "uuidv4", "bcrypt", "htpasswd", "encryptAES",
	"genPrivateKey", "genCA", "genCAWithKey", "genSelfSignedCert", "genSelfSignedCertWithKey", "genSignedCert",
	"genSignedCertWithKey", "ago", "date", "dateInZone", "date_in_zone", "htmlDate", "htmlDateInZone",
}

// world is one of two that the host keeps: chance and the time are those of the first one, until another is entered.
type world int32

const (
	keptWorld world = iota
	freshWorld
)

// enter asks the host for chance and the time of a world from now on.
//
//go:wasmimport stoa enter
func enter(to world)

// draws are the calls of a rendering that depend on chance or on the time, in their order. Some of them are fresh.
type draws struct {
	// fresh are ranges of calls, each with its first one and the one after its last.
	fresh [][2]int
	count int
	in    world
	// sources are those of what takes numbers of Go's own source, by world: Go has seeded its own when the program was
	// initialized, which is the same for all requests.
	sources [2]rand.Source
}

// functions are the functions of templates that draw.
func (d *draws) functions() template.FuncMap {
	known := sprig.TxtFuncMap()
	made := template.FuncMap{
		"randInt": d.counted(func(low, high int) int { return rand.New(d.source()).Intn(high-low) + low }),
		"shuffle": d.counted(func(text string) string { return xstrings.ShuffleSource(text, d.source()) }),
		// Without the reading of the clock of intervals, which `now` would print.
		"now": d.counted(func() time.Time { return time.Now().Round(0) }),
	}
	for _, name := range drawing {
		made[name] = d.counted(known[name])
	}
	return made
}

// counted is a function whose calls are draws. One that is fresh is made in the kept world, too: the draws after it get
// there what they would get without it.
func (d *draws) counted(function any) any {
	called := reflect.ValueOf(function)
	return reflect.MakeFunc(called.Type(), func(arguments []reflect.Value) []reflect.Value {
		at := d.count
		d.count++
		results := called.Call(arguments)
		if !d.isFresh(at) {
			return results
		}
		d.enter(freshWorld)
		defer d.enter(keptWorld)
		return called.Call(arguments)
	}).Interface()
}

func (d *draws) isFresh(at int) bool {
	for _, each := range d.fresh {
		if each[0] <= at && at < each[1] {
			return true
		}
	}
	return false
}

func (d *draws) enter(to world) {
	d.in = to
	enter(to)
}

func (d *draws) source() rand.Source {
	if d.sources[d.in] == nil {
		var seed [32]byte
		cryptorand.Read(seed[:])
		d.sources[d.in] = chaCha{randv2.NewChaCha8(seed)}
	}
	return d.sources[d.in]
}

// chaCha is a source for what takes the older interface.
type chaCha struct{ *randv2.ChaCha8 }

func (c chaCha) Int63() int64 { return int64(c.Uint64() >> 1) }

// Seed does nothing: the seed is that of the request.
func (chaCha) Seed(int64) {}
