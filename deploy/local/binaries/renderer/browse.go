package main

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
)

// listing is a part of an index to list: charts with a text in their names, or the versions of one chart.
type listing struct {
	Chart  string `json:"chart"`
	Query  string `json:"query"`
	Offset int    `json:"offset"`
	Count  int    `json:"count"`
}

// listed is that part, with the number of all entries that there are.
type listed struct {
	Entries []listedEntry `json:"entries"`
	Total   int           `json:"total"`
}

// listedEntry is a version of a chart. Of the versions of one chart, only the newest has a description.
type listedEntry struct {
	Name        string `json:"name"`
	Version     string `json:"version"`
	Description string `json:"description"`
}

// shelf is a chart of an index, with its versions, the newest first and pre-releases last.
type shelf struct {
	name     string
	versions func() []candidate
}

type candidate struct {
	version     *semver.Version
	text        string
	description func() string
}

// describedEntry is what an index says of a version.
type describedEntry struct {
	Version     string `json:"version" yaml:"version"`
	Description string `json:"description" yaml:"description"`
}

// offeredName is what a chart can be called that an install can ask for.
var offeredName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

const (
	// maxDescription is the most bytes of a description.
	maxDescription = 300
	// maxVersion is the most bytes of a version; those of installs are no longer either.
	maxVersion = 64
	// maxItem is the most bytes of a version in an index, beyond which it is not parsed for its description.
	maxItem = 64 << 10
)

// list returns a part of an index in the order of names, or of versions.
func list(wanted listing, index []byte) (*listed, error) {
	shelves, err := shelvesOf(index)
	if err != nil {
		return nil, err
	}
	if wanted.Chart != "" {
		return listVersions(wanted, shelves)
	}
	shelves = slices.DeleteFunc(shelves, func(each shelf) bool {
		return !offeredName.MatchString(each.name) || !strings.Contains(each.name, wanted.Query)
	})
	slices.SortStableFunc(shelves, func(a, b shelf) int { return strings.Compare(a.name, b.name) })
	shelves = slices.CompactFunc(shelves, func(a, b shelf) bool { return a.name == b.name })
	made := &listed{Entries: []listedEntry{}, Total: len(shelves)}
	for _, each := range partOf(shelves, wanted) {
		entry := listedEntry{Name: each.name}
		if versions := each.versions(); len(versions) > 0 {
			entry.Version = versions[0].text
			entry.Description = shorten(versions[0].description(), maxDescription)
		}
		made.Entries = append(made.Entries, entry)
	}
	return made, nil
}

func listVersions(wanted listing, shelves []shelf) (*listed, error) {
	at := slices.IndexFunc(shelves, func(each shelf) bool { return each.name == wanted.Chart })
	if at < 0 {
		return nil, &refusal{Type: "chart-not-found"}
	}
	versions := shelves[at].versions()
	made := &listed{Entries: []listedEntry{}, Total: len(versions)}
	for i, each := range partOf(versions, wanted) {
		entry := listedEntry{Name: wanted.Chart, Version: each.text}
		if i+wanted.Offset == 0 {
			entry.Description = shorten(each.description(), maxDescription)
		}
		made.Entries = append(made.Entries, entry)
	}
	return made, nil
}

func partOf[E any](all []E, wanted listing) []E {
	from := min(max(wanted.Offset, 0), len(all))
	return all[from:min(from+max(wanted.Count, 0), len(all))]
}

func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// shelvesOf are the charts of an index. Of one in the layout that Helm writes, nothing is parsed before it is asked for.
func shelvesOf(index []byte) ([]shelf, error) {
	shelves := []shelf{}
	if start, indent := helmsLayout(index); indent > 0 {
		for each := range partsFrom(index, start, indent) {
			lines := index[each.from:each.to]
			shelves = append(shelves, shelf{each.name, func() []candidate { return candidatesIn(lines) }})
		}
		return shelves, nil
	}
	entries, err := parsedEntries[describedEntry](index)
	if err != nil {
		return nil, err
	}
	for name, versions := range entries {
		shelves = append(shelves, shelf{name, func() []candidate { return candidatesOf(versions) }})
	}
	return shelves, nil
}

func candidatesOf(entries []*describedEntry) []candidate {
	all := []candidate{}
	for _, each := range entries {
		if each != nil {
			all = appended(all, each.Version, func() string { return each.Description })
		}
	}
	return ordered(all)
}

func appended(all []candidate, text string, description func() string) []candidate {
	version, err := semver.NewVersion(text)
	if err != nil || len(text) > maxVersion {
		return all
	}
	return append(all, candidate{version, text, description})
}

func ordered(all []candidate) []candidate {
	slices.SortStableFunc(all, func(a, b candidate) int {
		if early, other := a.version.Prerelease() != "", b.version.Prerelease() != ""; early != other {
			if early {
				return 1
			}
			return -1
		}
		return b.version.Compare(a.version)
	})
	return all
}

// candidatesIn are the versions in the lines of a chart, each an item of a list with a line that says its version.
func candidatesIn(lines []byte) []candidate {
	all := []candidate{}
	for _, item := range itemsIn(lines) {
		all = appended(all, versionIn(item), func() string { return descriptionIn(item) })
	}
	return ordered(all)
}

// itemsIn are the items of the list in the lines of a chart.
func itemsIn(lines []byte) [][]byte {
	items := [][]byte{}
	indent, from := -1, -1
	for offset, line := range linesFrom(lines, 0) {
		depth, text := split(line)
		if len(text) == 0 || text[0] != '-' || offset == 0 || (indent >= 0 && depth != indent) {
			continue
		}
		if from >= 0 {
			items = append(items, lines[from:offset])
		}
		indent, from = depth, offset
	}
	if from >= 0 {
		items = append(items, lines[from:])
	}
	return items
}

// versionIn is the version that an item says in a line of its own; empty where there is none.
func versionIn(item []byte) string {
	first, text := split(item)
	indent := first + 1 + len(text[1:]) - len(bytes.TrimLeft(text[1:], " "))
	for offset, line := range linesFrom(item, 0) {
		depth, text := split(line)
		if offset == 0 {
			depth, text = indent, bytes.TrimLeft(text[1:], " ")
		}
		if value, found := bytes.CutPrefix(text, []byte("version:")); found && depth == indent {
			return string(bytes.Trim(bytes.TrimSpace(value), `"'`))
		}
	}
	return ""
}

func descriptionIn(item []byte) string {
	if len(item) > maxItem {
		return ""
	}
	found := []describedEntry{}
	if err := unmarshal(item, &found); err != nil || len(found) == 0 {
		return ""
	}
	return found[0].Description
}

// described is what a chart says of itself.
type described struct {
	Description string `json:"description"`
	// Values is its `values.yaml`.
	Values string `json:"values"`
	// Cut is whether there is more of it.
	Cut bool `json:"cut"`
	// Required are the paths of values that its schema requires and it does not give.
	Required []string `json:"required"`
}

const (
	// maxValues is the most bytes of the values of a chart.
	maxValues = 128 << 10
	// maxRequired is the most required values.
	maxRequired = 100
	// maxLevels is how deep required values are looked for.
	maxLevels = 8
)

// describe reads the default values of a chart in an archive.
func describe(archived []byte, unpacked int64) (*described, error) {
	c, err := loaded(archived, unpacked)
	if err != nil {
		return nil, err
	}
	made := &described{Description: shorten(c.Metadata.Description, maxDescription), Required: []string{}}
	for _, file := range c.Raw {
		if file.Name == "values.yaml" {
			made.Values = strings.ToValidUTF8(string(file.Data[:min(len(file.Data), maxValues)]), "")
			made.Cut = len(file.Data) > maxValues
		}
	}
	var wanted schemaNode
	if json.Unmarshal(c.Schema, &wanted) == nil {
		made.Required = wanted.missing(c.Values, "", maxLevels, made.Required)
	}
	return made, nil
}

// schemaNode is the part of a schema that says what must be there.
type schemaNode struct {
	Required   []string              `json:"required"`
	Properties map[string]schemaNode `json:"properties"`
}

func (s schemaNode) missing(values map[string]any, path string, levels int, found []string) []string {
	if levels == 0 {
		return found
	}
	for _, name := range s.Required {
		value, isThere := values[name]
		inner, isMap := value.(map[string]any)
		switch node := s.Properties[name]; {
		case len(found) >= maxRequired:
			return found
		case !isThere && len(node.Required) == 0:
			found = append(found, shorten(path+name, maxDescription))
		case !isThere || isMap:
			found = node.missing(inner, path+name+".", levels-1, found)
		}
	}
	return found
}
