package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"regexp"
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
	hooks, manifests, err := releaseutil.SortManifests(files, nil, releaseutil.InstallOrder)
	if err != nil {
		return nil, manifestRefusal(err)
	}
	for _, each := range manifests {
		found, err := objectsIn(each.Name, each.Content)
		if err != nil {
			return nil, err
		}
		result.Objects = append(result.Objects, found...)
	}
	for _, each := range hooks {
		found, err := objectsIn(each.Path, each.Manifest)
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
	// Helm ends each document with a line feed, which belongs to a block of text at its end.
	content, err := yaml.YAMLToJSON([]byte(document + "\n"))
	if err != nil {
		return nil, manifestAt(source, err)
	}
	return unlisted(source, content)
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
