package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/Masterminds/semver/v3"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
)

// identity is which chart an archive is, by what is rendered of it, and whether that is the wanted one.
type identity struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	IsWanted bool   `json:"isWanted"`
}

// identify says which chart an archive is. A wanted version is one, not a range.
func identify(wanted wantedChart, archived []byte, unpacked int64) (*identity, error) {
	c, err := loaded(archived, unpacked)
	if err != nil {
		return nil, err
	}
	name, version := c.Metadata.Name, c.Metadata.Version
	return &identity{name, version, name == wanted.Name && isSame(version, wanted.Version)}, nil
}

// isSame is whether two texts are one version, also in its metadata, however it is written: with a v before it, without
// zeros at its end, or with _ in place of +, as tags have it.
func isSame(one, other string) bool {
	a, err := semver.NewVersion(strings.ReplaceAll(one, "_", "+"))
	if err != nil {
		return one == other
	}
	b, err := semver.NewVersion(strings.ReplaceAll(other, "_", "+"))
	return err == nil && a.Equal(b) && a.Metadata() == b.Metadata()
}

// loaded reads an archive, as Helm does; all that is told and made of a chart comes from here.
func loaded(archived []byte, unpacked int64) (*chart.Chart, error) {
	c, err := loader.LoadArchive(bytes.NewReader(archived))
	switch {
	case err != nil && strings.Contains(err.Error(), "larger than the maximum size"):
		return nil, refuse("archive-too-large", fmt.Errorf("the chart unpacks to more than %d bytes", unpacked))
	case err != nil:
		return nil, refuse("not-a-chart", err)
	case c.Metadata == nil:
		return nil, refuse("not-a-chart", errors.New("it has no Chart.yaml"))
	}
	return c, nil
}
