import { readFileSync } from 'node:fs';
import { parse } from '@marcbachmann/cel-js';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { parseConfig } from '../../../../src/config.ts';
import { teamOf, teamPolicyOf } from '../../../../src/names/team.ts';
import { namespaceOf } from '../../../support/names.ts';

const policySchema = z.object({
  spec: z.object({ variables: z.array(z.object({ name: z.string(), expression: z.string() })) }),
});

const configSchema = z.object({ data: z.object({ 'config.yaml': z.string() }) });

function readBase(file: string): unknown {
  const text = readFileSync(new URL(`../../../../deploy/base/${file}`, import.meta.url), 'utf8');
  return parseAllDocuments(text)[0]?.toJS();
}

/** Variable of a policy of deploy/base for a Namespace. */
function variable(file: string, name: string, namespaceObject: object): unknown {
  const { variables } = policySchema.parse(readBase(file)).spec;
  return parse(variables.find((each) => each.name === name)?.expression ?? '')({ namespaceObject });
}

const POLICY = teamPolicyOf(
  parseConfig(configSchema.parse(readBase('config.yaml')).data['config.yaml'], 'deploy/base/config.yaml'),
);

it.each([
  ['shop', null],
  ['shop', 'books'],
  ['kube-system', null],
  ['kube-system', 'platform'],
  ['kube-flannel', null],
  ['stoa-system', null],
  ['stoa-system', 'platform'],
  ['default', null],
])('the policies of the chart have the team of the namespace %s with the label %s', (name, team) => {
  const namespace = namespaceOf(name, {}, { team });
  const expected = teamOf(namespace, POLICY);
  expect(variable('access/secrets.yaml', 'inTeam', namespace)).toBe(expected !== undefined);
  expect(variable('access/names.yaml', 'team', namespace)).toBe(expected ?? name);
});
