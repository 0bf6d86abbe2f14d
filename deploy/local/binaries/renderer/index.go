package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strings"

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
	offers, err := offersOf(index, wanted.Name)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(offers, func(each offer) bool { return each.text == wanted.Version })
	if at < 0 {
		at = slices.IndexFunc(offers, func(each offer) bool { return constraint.Check(each.version) })
	}
	if at >= 0 {
		entry, err := offers[at].entry()
		if err == nil && entry.URLs == nil {
			entry.URLs = []string{}
		}
		return entry, err
	}
	why := &refusal{Type: "version-not-found", Versions: []string{}}
	for _, each := range offers[:min(len(offers), maxNamed)] {
		why.Versions = append(why.Versions, each.text)
	}
	return nil, why
}

// offer is a version of a chart in an index, whose entry may be parsed only when it is asked for.
type offer struct {
	version *semver.Version
	text    string
	entry   func() (*indexEntry, error)
}

// offersOf are the versions of a chart in an index, the newest first; what has no version is left out, as Helm does. Of
// an index in the layout that Helm writes, only the part about the chart is parsed, as a tree has some thirty times its
// size, and of that only the chosen entry, as the parser takes seconds for ten thousand.
func offersOf(index []byte, name string) ([]offer, error) {
	part := index
	if start, indent := helmsLayout(index); indent > 0 {
		part = partAbout(name, index, start, indent)
		if offers := offersIn(part, name); offers != nil {
			return newestFirst(offers), nil
		}
	}
	entries, err := entriesOf(part, name)
	if err != nil {
		return nil, err
	}
	offers := []offer{}
	for _, each := range entries {
		if each != nil {
			offers = append(offers, offer{text: each.Version, entry: func() (*indexEntry, error) { return each, nil }})
		}
	}
	return newestFirst(offers), nil
}

// isPlain is whether YAML reads a version as its text.
func isPlain(text string) bool {
	isOther := func(each rune) bool {
		return (each < '0' || each > '9') && (each < 'a' || each > 'z') && (each < 'A' || each > 'Z') && !strings.ContainsRune("+-.", each)
	}
	return text != "" && !strings.ContainsFunc(text, isOther)
}

// offersIn are the versions in the part of an index about one chart, none where one of them has no line that says it
// plainly.
func offersIn(part []byte, name string) []offer {
	var offers []offer
	for _, item := range itemsIn(part) {
		text := versionIn(item)
		if !isPlain(text) {
			return nil
		}
		offers = append(offers, offer{text: text, entry: func() (*indexEntry, error) {
			return entryIn(item, text, part, name)
		}})
	}
	return offers
}

// entryIn is an item with a version in the part of an index about one chart; one that refers to others is parsed with
// them.
func entryIn(item []byte, version string, part []byte, name string) (*indexEntry, error) {
	isWanted := func(each *indexEntry) bool { return each != nil && each.Version == version }
	var entries []*indexEntry
	if unmarshal(item, &entries) != nil || !slices.ContainsFunc(entries, isWanted) {
		all, err := entriesOf(part, name)
		if err != nil {
			return nil, err
		}
		entries = all
	}
	at := slices.IndexFunc(entries, isWanted)
	if at < 0 {
		return nil, refuse("index-invalid", errors.New("its entries have another form"))
	}
	return entries[at], nil
}

func newestFirst(offers []offer) []offer {
	all := []offer{}
	for _, each := range offers {
		if version, err := semver.NewVersion(each.text); err == nil {
			each.version = version
			all = append(all, each)
		}
	}
	slices.SortStableFunc(all, func(a, b offer) int { return b.version.Compare(a.version) })
	return all
}

// entriesOf are the versions of a chart in an index, which is JSON or YAML.
func entriesOf(index []byte, name string) ([]*indexEntry, error) {
	all, err := parsedEntries[indexEntry](index)
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
