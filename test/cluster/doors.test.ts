import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { isFailure, type KubeError } from '../../src/kube/error.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { problemOf } from '../../src/rest/problem/oferror.ts';
import { restRefuses, schemaTakes } from '../support/doors.ts';
import { specimens } from '../support/specs.ts';
import { isNamed, wireOf } from '../support/wirespec.ts';
import { connect, TESTER, Team } from './support/world.ts';

let client: KubeClient;
let team: Team;

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
});

/** A spec as the API server reads it: a null member is absent, if the schema does not allow null. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value;
  }
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

/** The error with which the real API server rejects a spec; undefined if it accepts it. */
async function serverRefuses(spec: unknown): Promise<KubeError | undefined> {
  const draft = { ...GATEWAY_RULE_TYPE, metadata: { name: 'specimen', namespace: team.namespace }, spec };
  try {
    await client.create(GATEWAY_RULES, draft, TESTER, { dryRun: true });
    return undefined;
  } catch (error) {
    if (isFailure(error, 'invalid')) {
      return error;
    }
    throw error;
  }
}

/** A rule for calls with no cookies, which the REST API says as an empty text. */
const NO_COOKIES_OF_CALLS = {
  spec: {
    appId: 1,
    protocol: 'http',
    http: {
      serviceId: 'web',
      containerPort: 8080,
      domainName: 'shop.example.com',
      domainCookie: {},
      policy: { match: { grpc: {} } },
    },
  },
  touched: ['http.domainCookie', 'http.policy.match.grpc'],
};

it('kubectl, the REST API and the schema accept the same rules', async () => {
  const seen = { taken: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(specimens(), async (specimen) => {
      const spec = withoutNulls(specimen.spec) as typeof specimen.spec;
      const taken = (await serverRefuses(specimen.spec)) === undefined;
      seen[taken ? 'taken' : 'refused'] += 1;
      expect(schemaTakes(spec)).toBe(taken);
      const body = wireOf(spec);
      if (body !== undefined) {
        expect(restRefuses(body).length === 0).toBe(taken);
      }
    }),
    { numRuns: 600, examples: [[NO_COOKIES_OF_CALLS]] },
  );
  expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(90);
});

it("an error of the API server names the field in the contract's spelling", async () => {
  await fc.assert(
    fc.asyncProperty(specimens(), async ({ spec, touched }) => {
      const [path = ''] = touched;
      fc.pre(touched.length === 1 && path.includes('.'));
      const refusal = await serverRefuses(spec);
      for (const problem of refusal === undefined ? [] : problemOf(refusal, 'local').fields) {
        expect(isNamed(problem.field, path)).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});
