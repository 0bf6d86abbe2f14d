import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { type Failure, KubeError } from '../../../../src/kube/error.ts';
import { problemOf } from '../../../../src/rest/problem/oferror.ts';
import {
  invalidFields,
  PROBLEMS,
  Problem,
  type ProblemName,
  problemBody,
  typeOf,
} from '../../../../src/rest/problem/problem.ts';

it.each<[Failure, ProblemName]>([
  [{ type: 'forbidden' }, 'forbidden'],
  [{ type: 'not-found' }, 'teamNotFound'],
  [{ type: 'ambiguous' }, 'ambiguous'],
  [{ type: 'throttled', retryAfterSeconds: 1 }, 'unavailable'],
  [{ type: 'unreachable' }, 'regionUnreachable'],
  [{ type: 'gone' }, 'unavailable'],
  [{ type: 'refused', status: 500 }, 'internal'],
  [{ type: 'unauthorized' }, 'unauthorized'],
])('a call of the API server that fails as %j is %s', (failure, problem) => {
  expect(problemOf(new KubeError(failure, 'x'), 'local').problem).toBe(problem);
});

it.each<[string, ProblemName]>([
  [
    'gatewayrules.stoa.dev "a" is forbidden: exceeded quota: few, requested: count/gatewayrules.stoa.dev=1',
    'quotaExceeded',
  ],
  ['admission webhook "a.example.com" denied the request: no', 'policyRefuses'],
  [
    "gatewayrules.stoa.dev \"a\" is forbidden: ValidatingAdmissionPolicy 'a' with binding 'b' denied request: no",
    'policyRefuses',
  ],
  ['pods "a" is forbidden: violates PodSecurity "restricted:latest": x', 'policyRefuses'],
  ['gatewayrules.stoa.dev is forbidden: User "ada" cannot create resource "gatewayrules"', 'forbidden'],
])('a refusal with 403, %s, is %s', (message, problem) => {
  const refused = new KubeError({ type: 'forbidden' }, message);
  expect(problemOf(refused, 'local')).toMatchObject({ problem, message: expect.stringContaining(message) });
});

it.each([
  ['spec.http.containerPort', 'http.container_port', 'bad'],
  ['spec.http.configuration.setHeaders[0].key', 'http.configuration.set_headers.0.key', 'bad'],
  ['spec.http.domainHeader.X-Env', 'http.domain_header', 'X-Env: bad'],
  ['spec.tcp.endPoint.ip', 'tcp.end_point', 'ip: bad'],
  ['spec', 'body', 'bad'],
  ['', 'body', 'bad'],
])('a cause of the API server on %s becomes a problem of %s', (path, field, message) => {
  const failure = { type: 'invalid', causes: [{ field: path, message: 'bad' }] } as const;
  expect(problemOf(new KubeError(failure, 'x'), 'local')).toMatchObject({
    problem: 'invalid',
    fields: [{ field, message }],
  });
});

it('leaves out causes of the API server that concern no field', () => {
  const remark = { field: '<nil>', message: 'not all was checked' };
  const causes = [{ field: 'spec.http.theWeight', message: 'bad' }, remark];
  const fieldsOf = (listed: typeof causes) =>
    problemOf(new KubeError({ type: 'invalid', causes: listed }, 'x'), 'local').fields;
  expect(fieldsOf(causes)).toEqual([{ field: 'http.the_weight', message: 'bad' }]);
  expect(fieldsOf([remark])).toEqual([{ field: 'body', message: 'not all was checked' }]);
});

it('discloses nothing of an unexpected error', () => {
  expect(problemBody(problemOf(new Error('secret'), 'local'), 'id-1')).toEqual({
    type: 'https://stoa.dev/problems/internal',
    title: 'Something went wrong here',
    status: 500,
    detail: 'the server has logged what happened',
    code: 10401,
    msg: 'the server has logged what happened',
    msg_show: 'Something went wrong here',
    request_id: 'id-1',
  });
});

it('repeats nothing of a body that is not JSON', () => {
  const error = Object.assign(new SyntaxError(`Unexpected token, "{key: secret" is not valid JSON`), {
    status: 400,
    expose: true,
  });
  expect(problemOf(error, 'local')).toMatchObject({
    problem: 'invalid',
    message: 'body: is not JSON',
    fields: [{ field: 'body', message: 'is not JSON' }],
  });
});

it('passes on that the parser does not support a body', () => {
  const error = Object.assign(new Error('content encoding unsupported'), { status: 415 });
  expect(problemOf(error, 'local')).toMatchObject({ problem: 'notJson', message: error.message });
});

it('passes on a status of an app store', () => {
  const problem = new Problem('storeRefused', 'why', [], { status: 422, code: 422 });
  expect(problemBody(problem, 'id-1')).toMatchObject({
    status: 422,
    code: 422,
    title: 'The store cannot be used',
  });
});

it('has the members of an error that clients of the contract read', () => {
  expect(problemBody(new Problem('portClosed', 'why', [{ field: 'a', message: 'b' }]), 'id-1')).toEqual({
    type: 'https://stoa.dev/problems/port-closed',
    title: 'The port is not open',
    status: 400,
    detail: 'why',
    code: 400,
    msg: 'why',
    msg_show: 'The port is not open',
    request_id: 'id-1',
    errors: [{ field: 'a', message: 'b' }],
    err: { a: ['b'] },
  });
});

it('explains every error in docs/rest.md, and no other', async () => {
  const page = await readFile(new URL('../../../../docs/rest.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^- (\d+)(?: \((\d+)\))? `([a-z-]+)`:/gm)].map(
    ([, status, code = status, name]) => `${status} ${code} ${name}`,
  );
  const errors = Object.entries(PROBLEMS).map(
    ([problem, { status, code }]) =>
      `${status} ${code} ${typeOf(problem as ProblemName)
        .split('/')
        .at(-1)}`,
  );
  expect(rows.toSorted()).toEqual(errors.toSorted());
});

it('an error response hides nothing in what it quotes', () => {
  const lie = 'a\x1b[2J\u202e\u3164b';
  const body = problemBody(invalidFields([{ field: `http.${lie}`, message: `is no ${lie}` }]), 'id');
  expect(JSON.stringify(body)).not.toMatch(/\\u|[\u202e\u3164]/);
  expect(body).toMatchObject({
    detail: 'http.a [2J b: is no a [2J b',
    msg: 'http.a [2J b: is no a [2J b',
    errors: [{ field: 'http.a [2J b', message: 'is no a [2J b' }],
  });
});
