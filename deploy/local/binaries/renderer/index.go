package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"slices"

	"github.com/Masterminds/semver/v3"
	"go.yaml.in/yaml/v2"
)

// wantedChart is a chart to find in the index of a repository. Its version may be a range; none means the newest.
type wantedChart struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// indexEntry is a version of a chart in the index of a repository.
type indexEntry struct {
	Version string   `json:"version" yaml:"version"`
	URLs    []string `json:"urls" yaml:"urls"`
	Digest  string   `json:"digest" yaml:"digest"`
}

// maxNamed is how many versions a refusal names.
const maxNamed = 5

// choose returns the version that Helm would take: the one that has the wanted text, else the newest that fits.
func choose(wanted wantedChart, index []byte) (*indexEntry, error) {
	text := wanted.Version
	if text == "" {
		text = "*"
	}
	constraint, err := semver.NewConstraint(text)
	if err != nil {
		return nil, refuse("range-invalid", err)
	}
	entries, err := entriesOf(index, wanted.Name)
	if err != nil {
		return nil, err
	}
	ordered := newestFirst(entries)
	for _, each := range ordered {
		if each.entry.Version == wanted.Version {
			return each.entry, nil
		}
	}
	for _, each := range ordered {
		if constraint.Check(each.version) {
			return each.entry, nil
		}
	}
	why := &refusal{Type: "version-not-found", Versions: []string{}}
	for _, each := range ordered[:min(len(ordered), maxNamed)] {
		why.Versions = append(why.Versions, each.entry.Version)
	}
	return nil, why
}

type versioned struct {
	version *semver.Version
	entry   *indexEntry
}

// newestFirst leaves out what has no version, as Helm does.
func newestFirst(entries []*indexEntry) []versioned {
	all := []versioned{}
	for _, each := range entries {
		if each == nil {
			continue
		}
		if each.URLs == nil {
			each.URLs = []string{}
		}
		if version, err := semver.NewVersion(each.Version); err == nil {
			all = append(all, versioned{version, each})
		}
	}
	slices.SortStableFunc(all, func(a, b versioned) int { return b.version.Compare(a.version) })
	return all
}

// entriesOf are the versions of a chart in an index, which is JSON or YAML. Of an index in the layout that Helm writes,
// only the part about the chart is parsed: a tree of all of it has some thirty times its size.
func entriesOf(index []byte, name string) ([]*indexEntry, error) {
	part := index
	if start, indent := helmsLayout(index); indent > 0 {
		part = partAbout(name, index, start, indent)
	}
	all, err := parsedEntries[indexEntry](part)
	if err != nil {
		return nil, err
	}
	entries, isThere := all[name]
	if !isThere {
		return nil, &refusal{Type: "chart-not-found"}
	}
	return entries, nil
}

// parsedEntries are all versions of all charts in an index.
func parsedEntries[E any](index []byte) (map[string][]*E, error) {
	var found struct {
		Entries map[string][]*E `json:"entries" yaml:"entries"`
	}
	if err := unmarshal(index, &found); err != nil {
		// It quotes the index, which may hold what was sent for it.
		if typed := new(yaml.TypeError); errors.As(err, &typed) {
			err = errors.New("its entries have another form")
		}
		return nil, refuse("index-invalid", err)
	}
	if found.Entries == nil {
		return nil, refuse("index-invalid", errors.New("it has no entries"))
	}
	return found.Entries, nil
}

func unmarshal(content []byte, into any) error {
	if json.Valid(content) {
		return json.Unmarshal(content, into)
	}
	return yaml.Unmarshal(content, into)
}

// helmsLayout is where the charts of an index begin, each a key with this indent in a line of its own; no indent is
// another layout.
func helmsLayout(index []byte) (start, indent int) {
	start = -1
	for offset, line := range linesFrom(index, 0) {
		depth, text := split(line)
		switch {
		case len(text) == 0 || text[0] == '#':
		case start >= 0:
			return start, depth
		case string(line) == "entries:" || string(line) == "entries:\r":
			start = offset
		}
	}
	return start, 0
}

// partAbout is an index with the entries of one chart alone, in the lines where they are.
func partAbout(name string, index []byte, start, indent int) []byte {
	for each := range partsFrom(index, start, indent) {
		if each.name == name {
			above := bytes.Repeat([]byte("\n"), bytes.Count(index[:each.from], []byte("\n"))-1)
			return slices.Concat(above, []byte("entries:\n"), index[each.from:each.to])
		}
	}
	return []byte("entries: {}")
}

// part is where the lines of a chart are in an index.
type part struct {
	name     string
	from, to int
}

// partsFrom yields the charts of an index in Helm's layout. Lines of an entry have a larger indent than its chart, or
// begin with a dash.
func partsFrom(index []byte, start, indent int) iter.Seq[part] {
	return func(yield func(part) bool) {
		current := part{from: -1}
		for offset, line := range linesFrom(index, start) {
			depth, text := split(line)
			if offset == start || len(text) == 0 || text[0] == '#' || depth > indent || (depth == indent && text[0] == '-') {
				continue
			}
			current.to = offset
			if (current.from >= 0 && !yield(current)) || depth < indent {
				return
			}
			key, _, _ := bytes.Cut(text, []byte(":"))
			current = part{name: string(bytes.Trim(key, `"'`)), from: offset}
		}
		if current.from >= 0 {
			current.to = len(index)
			yield(current)
		}
	}
}

// linesFrom yields lines with their offsets.
func linesFrom(content []byte, start int) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		for offset := start; offset < len(content); {
			line, _, _ := bytes.Cut(content[offset:], []byte("\n"))
			if !yield(offset, line) {
				return
			}
			offset += len(line) + 1
		}
	}
}

// split is the indent of a line, and the rest without space at its end.
func split(line []byte) (int, []byte) {
	text := bytes.TrimLeft(line, " ")
	return len(line) - len(text), bytes.TrimRight(text, " \t\r")
}
