package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
	"helm.sh/helm/v4/pkg/engine"
)

// render does what `helm template` does, with the capabilities and the objects of the request. Where the templates give
// texts that are known, it does not make their objects again.
func render(q request, archived []byte) (outcome, error) {
	c, err := load(archived, q.Limits.Unpacked)
	if err != nil {
		return outcome{}, err
	}
	kubeVersion, err := kubeVersionFor(c, q.Capabilities.KubeVersion)
	if err != nil {
		return outcome{}, err
	}
	if q.Values == nil {
		q.Values = map[string]any{}
	}
	if err := chartutil.ProcessDependencies(c, q.Values); err != nil {
		return outcome{}, refuse("not-a-chart", err)
	}
	values, err := util.CoalesceValues(c, q.Values)
	if err != nil {
		return outcome{}, refuse("not-a-chart", err)
	}
	if err := checkValues(c, values); err != nil {
		return outcome{}, err
	}
	soughtSecrets := false
	drawn := &draws{fresh: q.Fresh}
	functions := drawn.functions()
	functions["lookup"] = lookupIn(q.Lookup, q.Release.Namespace, &soughtSecrets)
	e := engine.Engine{CustomTemplateFuncs: functions}
	files, err := e.RenderWithContext(context.Background(), c, common.Values{
		"Chart":   c.Metadata,
		"Release": releaseValues(q.Release),
		"Capabilities": &common.Capabilities{
			KubeVersion: *kubeVersion,
			APIVersions: q.Capabilities.APIVersions,
			HelmVersion: common.DefaultCapabilities.HelmVersion,
		},
		"Values": values,
	})
	if err != nil {
		return outcome{}, templateRefusal(err)
	}
	texts := digestOf(files)
	if texts == q.Known {
		return outcome{Type: "unchanged"}, nil
	}
	content, err := collect(c, files)
	if err != nil {
		return outcome{}, err
	}
	content.SoughtSecrets, content.Texts, content.Draws = soughtSecrets, texts, drawn.count
	return outcome{Type: "rendered", Content: content}, nil
}

// digestOf is a digest of what templates gave, by file.
func digestOf(files map[string]string) string {
	hash := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(hash, "%q %d\n%s", name, len(files[name]), files[name])
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// load reads a chart with all of its dependencies.
func load(archived []byte, unpacked int64) (*chart.Chart, error) {
	c, err := loaded(archived, unpacked)
	if err != nil {
		return nil, err
	}
	if kind := c.Metadata.Type; kind != "" && kind != "application" {
		return nil, refuse("not-a-chart", fmt.Errorf("it is a %s chart, which only other charts use", kind))
	}
	if missing := missingDependencies(c); len(missing) > 0 {
		return nil, &refusal{Type: "dependencies-missing", Names: missing}
	}
	return c, nil
}

func missingDependencies(c *chart.Chart) []string {
	present := map[string]bool{}
	for _, each := range c.Dependencies() {
		present[each.Name()] = true
	}
	missing := []string{}
	for _, each := range c.Metadata.Dependencies {
		if !present[each.Name] && !slices.Contains(missing, each.Name) {
			missing = append(missing, each.Name)
		}
	}
	return missing
}

func kubeVersionFor(c *chart.Chart, version string) (*common.KubeVersion, error) {
	parsed, err := common.ParseKubeVersion(version)
	if err != nil {
		return nil, err
	}
	if wanted := c.Metadata.KubeVersion; wanted != "" && !chartutil.IsCompatibleRange(wanted, parsed.String()) {
		return nil, refuse("kubernetes-unsupported", fmt.Errorf("the chart is for Kubernetes %s, and this is %s", wanted, parsed.Version))
	}
	return parsed, nil
}

func releaseValues(r release) map[string]any {
	return map[string]any{
		"Name":      r.Name,
		"Namespace": r.Namespace,
		"Revision":  r.Revision,
		"IsInstall": !r.Upgrade,
		"IsUpgrade": r.Upgrade,
		"Service":   "Helm",
	}
}
