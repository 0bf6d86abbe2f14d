import { readFileSync } from 'node:fs';
import { parse } from '@marcbachmann/cel-js';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { parseConfig } from '../../../../src/config.ts';
import { teamOf, teamPolicyOf } from '../../../../src/names/team.ts';
import { namespaceOf } from '../../../support/names.ts';

const policySchema = z.object({
  spec: z.object({
    matchConstraints: z.object({
      namespaceSelector: z.object({
        matchExpressions: z.tuple([z.object({ key: z.string(), operator: z.literal('Exists') })]).optional(),
      }),
    }),
    variables: z.array(z.object({ name: z.string(), expression: z.string() })),
  }),
});

const configSchema = z.object({ data: z.object({ 'config.yaml': z.string() }) });

function read(file: string): unknown {
  const text = readFileSync(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8');
  return parseAllDocuments(text)[0]?.toJS();
}

/** Team of a Namespace by a policy on names; undefined where it does not look there, or takes it for no team. */
function teamIn(folder: string, namespaceObject: ReturnType<typeof namespaceOf>): unknown {
  const [names, secrets] = ['names', 'secrets'].map(
    (file) => policySchema.parse(read(`${folder}/${file}.yaml`)).spec,
  );
  const [label] = secrets?.matchConstraints.namespaceSelector.matchExpressions ?? [];
  expect(names?.matchConstraints).toMatchObject({
    namespaceSelector: secrets?.matchConstraints.namespaceSelector,
  });
  const isSeen = label === undefined || label.key in (namespaceObject.metadata.labels ?? {});
  const value = (spec: typeof names, name: string) =>
    parse(spec?.variables.find((each) => each.name === name)?.expression ?? '')({ namespaceObject });
  return isSeen && value(secrets, 'inTeam') ? value(names, 'team') : undefined;
}

const GATEWAY = 'gateway: { namespace: stoa-system, name: stoa }';

const BASE = configSchema.parse(read('base/config.yaml')).data['config.yaml'];

it('the chart has the default of the configuration: teams are labelled', () => {
  const [ofChart, ofProcess] = [BASE, GATEWAY].map((text) => parseConfig(text, 'test').teams);
  expect(ofChart).toEqual(ofProcess);
  expect(ofChart?.mode).toBe('labelled');
});

describe.each([
  ['the chart', 'base/access', BASE],
  ['a chart whose teams are namespaces', 'local/policies', `teams: { mode: namespaces }\n${GATEWAY}`],
])('the policies of %s', (_, folder, text) => {
  const policy = teamPolicyOf(parseConfig(text, 'test'));

  it.each([
    ['shop', null],
    ['shop', 'books'],
    ['kube-system', null],
    ['kube-system', 'platform'],
    ['kube-flannel', null],
    ['stoa-system', null],
    ['stoa-system', 'platform'],
    ['default', null],
  ])('have the team of the namespace %s with the label %s', (name, team) => {
    const namespace = namespaceOf(name, {}, { team });
    expect(teamIn(folder, namespace)).toBe(teamOf(namespace, policy));
  });
});
