import { expect, it } from 'vitest';
import type { Bounded } from '../../../src/base/bounded.ts';
import { leftOutFields, reportStatus } from '../../../src/controller/status.ts';
import { failureOf, KubeError, type StatusBody } from '../../../src/kube/error.ts';
import type { KubeObject, ObjectDraft } from '../../../src/kube/object.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../../src/objects/stoa.ts';
import { ruleOf } from '../../support/rules.ts';

const CONDITION = { type: 'Ready', status: 'True', fields: ['a'] };
const STATUS = { name: 'a', protocol: 'http', conditions: [CONDITION] } as unknown as Bounded;

/** API server that refuses statuses until they lack some fields, and what it was sent. */
function serverRefusing(
  ...refusals: readonly (readonly [(status: string) => boolean, number, StatusBody])[]
) {
  const sent: unknown[] = [];
  const stored: KubeObject[] = [];
  const cache = { wrote: (object: KubeObject) => stored.push(object), deleted: () => undefined };
  const client = {
    get: async () => ruleOf(),
    apply: async (_: unknown, draft: ObjectDraft) => {
      sent.push(draft.status);
      const refusal = refusals.find(([refuses]) => refuses(JSON.stringify(draft.status)));
      if (refusal !== undefined) {
        const [, status, body] = refusal;
        throw new KubeError(failureOf(status, body, { write: true }), body.message ?? '');
      }
      return { ...ruleOf(), status: draft.status };
    },
  };
  const target = {
    client,
    resource: GATEWAY_RULES,
    cache,
    fieldManager: 'test',
    signal: new AbortController().signal,
  } as unknown as Parameters<typeof reportStatus<GatewayRule>>[0];
  return { sent, stored, cache, report: (rule = ruleOf()) => reportStatus(target, rule, STATUS) };
}

const UNDECLARED = {
  message:
    'failed to create typed patch object (team/rule; stoa.dev/v1alpha1, Kind=GatewayRule): errors:\n  .status.protocol: field not declared in schema\n  .status.conditions[type="Ready"].fields: field not declared in schema',
};

it('fields that the CRD lacks are left out, and nothing else is lost', async () => {
  const server = serverRefusing([(status) => status.includes('protocol'), 500, UNDECLARED]);
  expect(await server.report()).toBe(true);
  const known = { name: 'a', conditions: [{ type: 'Ready', status: 'True' }] };
  expect(server.sent).toEqual([STATUS, known]);
  expect(leftOutFields(server.cache)).toEqual(['status.protocol', 'status.conditions[].fields']);
});

it('the next status is right at once, and not written where it is stored already', async () => {
  const server = serverRefusing([(status) => status.includes('protocol'), 500, UNDECLARED]);
  await server.report();
  await server.report();
  expect(server.sent).toHaveLength(3);
  const known = { name: 'a', conditions: [{ type: 'Ready', status: 'True' }] };
  expect(await server.report({ ...ruleOf(), status: known } as unknown as GatewayRule)).toBe(true);
  expect(server.sent).toHaveLength(3);
});

it('a word that the CRD does not have is left out with its field', async () => {
  const cause = {
    reason: 'FieldValueNotSupported',
    field: 'status.protocol',
    message: 'Unsupported value: "http"',
  };
  const server = serverRefusing([
    (status) => status.includes('protocol'),
    422,
    { message: 'invalid', details: { causes: [cause] } },
  ]);
  await server.report();
  expect(leftOutFields(server.cache)).toEqual(['status.protocol']);
});

it.each<[string, number, StatusBody]>([
  [
    'breaks a bound',
    422,
    { message: 'x', details: { causes: [{ field: 'status.name', message: 'Too long' }] } },
  ],
  ['is of a field outside', 500, { message: '.spec.x: field not declared in schema' }],
  ['is of all conditions', 500, { message: '.status.conditions: field not declared in schema' }],
])('a refusal that %s is no reason to leave anything out', async (_, status, body) => {
  const server = serverRefusing([() => true, status, body]);
  await expect(server.report()).rejects.toThrow(KubeError);
  expect(server.sent).toHaveLength(1);
  expect(leftOutFields(server.cache)).toEqual([]);
});

it('an API server that refuses whatever is sent ends the tries', async () => {
  let count = 0;
  const server = serverRefusing([
    () => true,
    500,
    {
      get message() {
        count += 1;
        return `.status.a${count}: field not declared in schema`;
      },
    },
  ]);
  await expect(server.report()).rejects.toThrow(KubeError);
  expect(server.sent).toHaveLength(9);
});
