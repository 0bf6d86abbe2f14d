package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	chart "helm.sh/helm/v4/pkg/chart/v2"
	releaseutil "helm.sh/helm/v4/pkg/release/v1/util"
	"sigs.k8s.io/yaml"
)

// rendered is the content of a chart; objects and hooks have the order in which Helm creates them.
type rendered struct {
	Chart   chartName `json:"chart"`
	Objects []object  `json:"objects"`
	Hooks   []hook    `json:"hooks"`
	CRDs    []object  `json:"crds"`
	Notes   string    `json:"notes"`
	// SoughtSecrets is whether a template looked for Secrets.
	SoughtSecrets bool `json:"soughtSecrets"`
	// Texts is a digest of what the templates gave.
	Texts string `json:"texts"`
	// Draws is how many calls depend on chance or on the time.
	Draws int `json:"draws"`
}

type chartName struct {
	Name       string `json:"name"`
	Version    string `json:"version"`
	AppVersion string `json:"appVersion"`
}

// object has the path of its template, which begins with the name of the chart.
type object struct {
	Source string          `json:"source"`
	Object json.RawMessage `json:"object"`
}

type hook struct {
	object
	Events         []string `json:"events"`
	Weight         int      `json:"weight"`
	DeletePolicies []string `json:"deletePolicies"`
}

const notesFile = "NOTES.txt"

// collect sorts what templates gave, by file, into objects, hooks and notes.
func collect(c *chart.Chart, files map[string]string) (*rendered, error) {
	result := &rendered{
		Chart:   chartName{c.Name(), c.Metadata.Version, c.Metadata.AppVersion},
		Objects: []object{},
		Hooks:   []hook{},
		CRDs:    []object{},
		Notes:   files[path.Join(c.Name(), "templates", notesFile)],
	}
	for name := range files {
		if strings.HasSuffix(name, notesFile) {
			delete(files, name)
		}
	}
	documents, heads, err := documentsIn(files)
	if err != nil {
		return nil, err
	}
	hooks, manifests, err := releaseutil.SortManifests(heads, nil, releaseutil.InstallOrder)
	if err != nil {
		return nil, manifestRefusal(err)
	}
	for _, each := range manifests {
		found, err := unlisted(each.Name, documents[strings.TrimSpace(each.Content)])
		if err != nil {
			return nil, err
		}
		result.Objects = append(result.Objects, found...)
	}
	for _, each := range hooks {
		found, err := unlisted(each.Path, documents[strings.TrimSpace(each.Manifest)])
		if err != nil {
			return nil, err
		}
		for _, one := range found {
			result.Hooks = append(result.Hooks, hook{one, texts(each.Events), each.Weight, texts(each.DeletePolicies)})
		}
	}
	result.CRDs, err = crdsOf(c)
	return result, err
}

// documentsIn are the documents of files as JSON, by the heads that stand for them in the same files: Helm sorts by
// these, and each document is parsed once. A comment at its end tells a head from others.
func documentsIn(files map[string]string) (documents map[string]json.RawMessage, heads map[string]string, err error) {
	documents, heads = map[string]json.RawMessage{}, map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasPrefix(path.Base(name), "_") {
			continue
		}
		own := releaseutil.SplitManifests(files[name])
		texts := make([]string, len(own))
		for index := range texts {
			content, err := jsonOf(own[fmt.Sprintf("manifest-%d", index)])
			if err != nil {
				return nil, nil, manifestAt(name, err)
			}
			texts[index] = fmt.Sprintf("%s # %d", headOf(content), len(documents))
			documents[texts[index]] = content
		}
		heads[name] = strings.Join(texts, "\n---\n")
	}
	return documents, heads, nil
}

// headOf is all of a document that Helm sorts by; all of it where it has another form, which Helm then names.
func headOf(content json.RawMessage) []byte {
	var head struct {
		APIVersion json.RawMessage `json:"apiVersion,omitempty"`
		Kind       json.RawMessage `json:"kind,omitempty"`
		Metadata   *struct {
			Name        json.RawMessage `json:"name,omitempty"`
			Annotations json.RawMessage `json:"annotations,omitempty"`
		} `json:"metadata,omitempty"`
	}
	if json.Unmarshal(content, &head) != nil {
		return content
	}
	short, err := json.Marshal(head)
	if err != nil {
		return content
	}
	return short
}

func crdsOf(c *chart.Chart) ([]object, error) {
	crds := []object{}
	for _, each := range c.CRDObjects() {
		documents := releaseutil.SplitManifests(string(each.File.Data))
		for index := range len(documents) {
			found, err := objectsIn(each.Filename, documents[fmt.Sprintf("manifest-%d", index)])
			if err != nil {
				return nil, err
			}
			crds = append(crds, found...)
		}
	}
	return crds, nil
}

func texts[T ~string](each []T) []string {
	all := []string{}
	for _, one := range each {
		all = append(all, string(one))
	}
	return all
}

type head struct {
	APIVersion string            `json:"apiVersion"`
	Kind       string            `json:"kind"`
	Items      []json.RawMessage `json:"items"`
}

// objectsIn are the objects of a document: none of comments alone, and those of a List.
func objectsIn(source, document string) ([]object, error) {
	content, err := jsonOf(document)
	if err != nil {
		return nil, manifestAt(source, err)
	}
	return unlisted(source, content)
}

func jsonOf(document string) (json.RawMessage, error) {
	// Helm ends each document with a line feed, which belongs to a block of text at its end.
	return yaml.YAMLToJSON([]byte(document + "\n"))
}

func unlisted(source string, content json.RawMessage) ([]object, error) {
	if string(content) == "null" {
		return nil, nil
	}
	var h head
	if err := json.Unmarshal(content, &h); err != nil {
		return nil, manifestAt(source, err)
	}
	if h.APIVersion == "" || h.Kind == "" {
		return nil, manifestAt(source, errors.New("an object has no apiVersion or no kind"))
	}
	if h.APIVersion != "v1" || h.Kind != "List" {
		return []object{{source, content}}, nil
	}
	objects := []object{}
	for _, each := range h.Items {
		found, err := unlisted(source, each)
		if err != nil {
			return nil, err
		}
		objects = append(objects, found...)
	}
	return objects, nil
}

var manifestError = regexp.MustCompile(`^YAML parse error on (.+?): ((?s).*)$`)

func manifestAt(template string, err error) *refusal {
	refused := refuse("manifest-invalid", err)
	refused.Template = template
	return refused
}

func manifestRefusal(err error) *refusal {
	if parts := manifestError.FindStringSubmatch(err.Error()); parts != nil {
		return manifestAt(parts[1], errors.New(parts[2]))
	}
	return refuse("manifest-invalid", err)
}

// place is how messages name a line of a template: in brackets, at the start of a line, or after `template: `.
var place = regexp.MustCompile(`(?m)(?:\(|^|template: )([^\s():]+/[^():\n]+):(\d+)(?::\d+)?(?:\)|:|$)`)

// templateRefusal names the innermost template in a message, which is the last.
func templateRefusal(err error) *refusal {
	refused := refuse("template-failed", err)
	if places := place.FindAllStringSubmatch(err.Error(), -1); len(places) > 0 {
		last := places[len(places)-1]
		refused.Template = last[1]
		refused.Line, _ = strconv.Atoi(last[2])
	}
	return refused
}
