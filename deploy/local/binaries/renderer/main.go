// Package main is the sandbox of charts: Helm's own engine, built for WebAssembly. It reads a request from stdin, a line
// of JSON and then the archive of a chart, the index of a repository or a text of values, and writes the outcome to stdout, as JSON. It has
// no cluster, and its host (src/chart) gives it no file, no network, and a clock and random bytes of the caller's choice.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"helm.sh/helm/v4/pkg/chart/loader/archive"
)

// request is what to render, the chart to choose from an index, the part of an index to list, the chart that an archive
// should be, that a chart is to be described, or that a text of values is to be read.
type request struct {
	Index        *wantedChart      `json:"index"`
	List         *listing          `json:"list"`
	Identify     *wantedChart      `json:"identify"`
	Describe     bool              `json:"describe"`
	ReadValues   bool              `json:"readValues"`
	Values       map[string]any    `json:"values"`
	Release      release           `json:"release"`
	Capabilities capabilities      `json:"capabilities"`
	Lookup       []json.RawMessage `json:"lookup"`
	Known        string            `json:"known"`
	// Fresh are ranges of draws that are of the fresh world.
	Fresh  [][2]int `json:"fresh"`
	Limits limits   `json:"limits"`
}

type release struct {
	Name      string `json:"name"`
	Namespace string `json:"namespace"`
	Revision  int    `json:"revision"`
	Upgrade   bool   `json:"upgrade"`
}

type capabilities struct {
	KubeVersion string   `json:"kubeVersion"`
	APIVersions []string `json:"apiVersions"`
}

// limits are numbers of bytes.
type limits struct {
	Unpacked int64 `json:"unpacked"`
	Heap     int64 `json:"heap"`
}

// outcome is `rendered`, with content, `unchanged`, where that is known, `chosen`, with an entry, `listed`, with a part, `identified`, with an
// identity, `described`, with a chart, `read`, with values, or `refused`, with a refusal (src/chart/rendering.ts, src/chart/fetch/indexreader.ts, src/chart/values.ts).
type outcome struct {
	Type    string         `json:"type"`
	Content *rendered      `json:"content,omitempty"`
	Entry   *indexEntry    `json:"entry,omitempty"`
	Part    *listed        `json:"part,omitempty"`
	Is      *identity      `json:"is,omitempty"`
	Chart   *described     `json:"chart,omitempty"`
	Values  map[string]any `json:"values,omitempty"`
	Refusal *refusal       `json:"refusal,omitempty"`
}

// refusal is why a chart has no content, an index no such chart, or a text no values; it is an error. Its type says which members there are.
type refusal struct {
	Type     string    `json:"type"`
	Message  string    `json:"message,omitempty"`
	Template string    `json:"template,omitempty"`
	Line     int       `json:"line,omitempty"`
	Names    []string  `json:"names,omitempty"`
	Problems []problem `json:"problems,omitempty"`
	Versions []string  `json:"versions,omitempty"`
}

// problem is a value that the schema of a chart does not allow.
type problem struct {
	Path    []string `json:"path"`
	Message string   `json:"message"`
}

func (r *refusal) Error() string { return r.Message }

// garbage is how much of it there may be within the limit, in percent of what is in use. A rendering is short, and each
// collection looks through all that the engine has from its initialization.
const garbage = 200

// maxMessage is the most bytes of a message: some of Helm's quote a whole template.
const maxMessage = 4096

func refuse(kind string, err error) *refusal {
	message := err.Error()
	if len(message) > maxMessage {
		message = strings.ToValidUTF8(message[:maxMessage], "") + "…"
	}
	return &refusal{Type: kind, Message: message}
}

// main is for the compiler: the program has no start. It is initialized when it is built (initialized.ts), and each of its
// instances answers once.
func main() {}

// answerRequest is what the host calls.
//
//go:wasmexport answer
func answerRequest() {
	if err := json.NewEncoder(os.Stdout).Encode(outcomeOf(os.Stdin)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func outcomeOf(in io.Reader) (result outcome) {
	defer func() {
		if panicked := recover(); panicked != nil {
			result = refused(fmt.Errorf("%v", panicked))
		}
	}()
	q, content, err := read(in)
	if err != nil {
		return refused(err)
	}
	debug.SetMemoryLimit(q.Limits.Heap)
	debug.SetGCPercent(garbage)
	archive.MaxDecompressedChartSize = q.Limits.Unpacked
	made, err := answer(q, content)
	if err != nil {
		return refused(err)
	}
	return made
}

func answer(q request, content []byte) (outcome, error) {
	switch {
	case q.Index != nil:
		entry, err := choose(*q.Index, content)
		return outcome{Type: "chosen", Entry: entry}, err
	case q.List != nil:
		part, err := list(*q.List, content)
		return outcome{Type: "listed", Part: part}, err
	case q.Identify != nil:
		is, err := identify(*q.Identify, content, q.Limits.Unpacked)
		return outcome{Type: "identified", Is: is}, err
	case q.Describe:
		chart, err := describe(content, q.Limits.Unpacked)
		return outcome{Type: "described", Chart: chart}, err
	case q.ReadValues:
		values, err := readValues(content)
		return outcome{Type: "read", Values: values}, err
	default:
		return render(q, content)
	}
}

func refused(err error) outcome {
	why := new(refusal)
	if !errors.As(err, &why) {
		why = refuse("crashed", err)
	}
	return outcome{Type: "refused", Refusal: why}
}

func read(in io.Reader) (request, []byte, error) {
	var q request
	reader := bufio.NewReader(in)
	line, err := reader.ReadBytes('\n')
	if err != nil {
		return q, nil, fmt.Errorf("the request is incomplete: %w", err)
	}
	if err := json.NewDecoder(bytes.NewReader(line)).Decode(&q); err != nil {
		return q, nil, fmt.Errorf("the request cannot be read: %w", err)
	}
	content, err := io.ReadAll(reader)
	return q, content, err
}
