package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	chart "helm.sh/helm/v4/pkg/chart/v2"
)

const (
	schemaURL   = "file:///values.schema.json"
	maxProblems = 50
)

// checkValues checks the values against the schemas of the chart and its dependencies, as Helm does, but follows no
// reference to another document.
func checkValues(c *chart.Chart, values map[string]any) error {
	problems, err := problemsOf(c, values, nil)
	if err != nil {
		return err
	}
	if len(problems) == 0 {
		return nil
	}
	return &refusal{Type: "values-invalid", Problems: problems[:min(len(problems), maxProblems)]}
}

func problemsOf(c *chart.Chart, values map[string]any, path []string) ([]problem, error) {
	problems := []problem{}
	if c.Schema != nil {
		found, err := violations(c, values, path)
		if err != nil {
			return nil, err
		}
		problems = append(problems, found...)
	}
	for _, each := range c.Dependencies() {
		own := append(append([]string{}, path...), each.Name())
		raw, isThere := values[each.Name()]
		if !isThere || raw == nil {
			continue
		}
		table, isTable := raw.(map[string]any)
		if !isTable {
			problems = append(problems, problem{own, fmt.Sprintf("got %T, want object", raw)})
			continue
		}
		found, err := problemsOf(each, table, own)
		if err != nil {
			return nil, err
		}
		problems = append(problems, found...)
	}
	return problems, nil
}

func violations(c *chart.Chart, values map[string]any, path []string) ([]problem, error) {
	schema, err := compiled(c.Schema)
	if err != nil {
		var elsewhere *jsonschema.LoadURLError
		if errors.As(err, &elsewhere) {
			return nil, schemaRefusal(c, fmt.Errorf("it refers to %s, which is not read", elsewhere.URL))
		}
		return nil, schemaRefusal(c, err)
	}
	var invalid *jsonschema.ValidationError
	switch err := schema.Validate(values); {
	case err == nil:
		return nil, nil
	case errors.As(err, &invalid):
		return leaves(invalid, path), nil
	default:
		return nil, schemaRefusal(c, err)
	}
}

func schemaRefusal(c *chart.Chart, err error) *refusal {
	return refuse("schema-unusable", fmt.Errorf("%s/values.schema.json: %w", c.ChartFullPath(), err))
}

func compiled(content []byte) (schema *jsonschema.Schema, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("%v", panicked)
		}
	}()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(noLoader{})
	if err := compiler.AddResource(schemaURL, document); err != nil {
		return nil, err
	}
	return compiler.Compile(schemaURL)
}

// noLoader loads no document. As Helm does, it takes a name without a place (urn:) for a schema that allows everything.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	if strings.HasPrefix(url, "urn:") {
		return true, nil
	}
	return nil, errors.New("it is another document")
}

// leaves are the errors that have no cause among them.
func leaves(invalid *jsonschema.ValidationError, path []string) []problem {
	if len(invalid.Causes) == 0 {
		place := append(append([]string{}, path...), invalid.InstanceLocation...)
		return []problem{{place, invalid.ErrorKind.LocalizedString(message.NewPrinter(language.English))}}
	}
	problems := []problem{}
	for _, each := range invalid.Causes {
		problems = append(problems, leaves(each, path)...)
	}
	return problems
}
