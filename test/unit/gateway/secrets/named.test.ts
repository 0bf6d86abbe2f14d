import { beforeEach, describe, expect, it } from 'vitest';
import { passwordReadings } from '../../../../src/content/passwords.ts';
import type { HttpRoute } from '../../../../src/objects/httproute.ts';
import { passwordLine, secretData } from '../../../support/passwords.ts';
import { openServiceOf, ruleOf } from '../../../support/rules.ts';
import { Simulation } from '../../../support/simulation.ts';

const TRAEFIK = 'traefik.io/gateway-controller';
const ENVOY = 'gateway.envoyproxy.io/gatewayclass-controller';
const NGINX = 'gateway.nginx.org/nginx-gateway-controller';

const ADA = passwordLine('ada', 'enigma');
const POLICY = { basicAuth: { secretName: 'users' } };

let world: Simulation;

beforeEach(() => {
  world = new Simulation();
  world.service(openServiceOf('web'), openServiceOf('other'));
  world.engine(ENVOY);
  world.rule(ruleOf({ policy: POLICY }));
});

/** Lets the operator find the Secret with texts, or not. */
function holds(texts: Readonly<Record<string, string>>, type?: string): void {
  const passwords = passwordReadings(secretData(texts, type));
  world.from.secrets.record('team/users', { type: 'found', passwords });
}

function isMissing(): void {
  world.from.secrets.record('team/users', { type: 'missing' });
}

/** The Services that the only route leads to, and its filters. */
function led() {
  const [{ spec } = { spec: { rules: [] } }] = world.standing('HTTPRoute') as HttpRoute[];
  return {
    services: (spec.rules ?? []).flatMap(({ backendRefs = [] }) => backendRefs.map(({ name }) => name)),
    filters: (spec.rules ?? []).flatMap(({ filters = [] }) => filters).length,
  };
}

const CLOSED = { services: [], filters: 0 };

it('is ready where its engine can use it', () => {
  holds({ '.htpasswd': ADA });
  world.settle();
  expect(world.conditions('rule')).toMatchObject({ ResolvedRefs: 'True Resolved', Ready: 'True Ready' });
  expect(led().services).toEqual(['web']);
  expect(world.standing('SecurityPolicy')).toHaveLength(1);
});

describe('that its engine cannot use', () => {
  const unusable: readonly (readonly [string, string, Readonly<Record<string, string>>, string])[] = [
    ['traefik', TRAEFIK, { username: 'bob', password: 'pw' }, 'it has 2 keys (password, username)'],
    ['traefik', TRAEFIK, { users: 'not htpasswd at all' }, 'line 1 of its key users'],
    ['envoy', ENVOY, { users: ADA }, '--from-file=.htpasswd=FILE'],
    ['nginx', NGINX, { auth: ADA }, '--type=nginx.org/htpasswd --from-file=auth=FILE'],
  ];

  it.each(unusable)('(%s) keeps the host closed and tells the way out', (_, engine, texts, told) => {
    world.engine(engine);
    holds(texts);
    world.settle();
    expect(world.conditions('rule')).toMatchObject({
      ResolvedRefs: 'False SecretInvalid',
      Programmed: 'True Programmed',
      FullyExpressed: 'Unknown RefsNotResolved',
      Ready: 'False SecretInvalid',
    });
    expect(world.message('rule', 'Ready')).toContain('basicAuth.secretName: Secret users cannot be used: ');
    expect(world.message('rule', 'Ready')).toContain(told);
    expect(led()).toEqual(CLOSED);
  });

  it('is closed as soon as it is known, and open again when it is mended', () => {
    holds({ '.htpasswd': ADA });
    world.settle();
    holds({ '.htpasswd': `${ADA}\nbob:pw` });
    world.settle();
    expect(led()).toEqual(CLOSED);
    isMissing();
    world.settle();
    expect(world.conditions('rule').Ready).toBe('False SecretNotFound');
    expect(led()).toEqual(CLOSED);
    holds({ '.htpasswd': ADA });
    world.settle();
    expect(world.conditions('rule').Ready).toBe('True Ready');
    expect(led().services).toEqual(['web']);
  });

  it('is judged anew where another engine serves the Gateway', () => {
    holds({ users: ADA });
    world.settle();
    expect(world.conditions('rule').Ready).toBe('False SecretInvalid');
    world.engine(TRAEFIK);
    world.settle();
    expect(world.conditions('rule').Ready).toBe('True Ready');
  });

  it('is told by a younger rule with the same conditions, too', () => {
    holds({});
    world.rule(ruleOf({ serviceId: 'other' }, { name: 'young', uid: 'uid-young' }));
    world.settle();
    expect(world.conditions('young')).toMatchObject({ Ready: 'False SecretInvalid' });
    expect(world.message('young', 'ResolvedRefs')).toContain('of the older rule team/rule: Secret users');
    holds({ '.htpasswd': ADA });
    world.settle();
    expect(world.conditions('young')).toMatchObject({ Ready: 'True Ready' });
  });
});

it('of which a line lets nobody in is told among the fields', () => {
  world.engine(TRAEFIK);
  holds({ users: `${ADA}\nbob:pw` });
  world.settle();
  expect(world.conditions('rule')).toMatchObject({
    FullyExpressed: 'False FieldsNotExpressed',
    Ready: 'True Ready',
  });
  expect(world.message('rule', 'FullyExpressed')).toContain(
    'basicAuth: nobody gets in by line 2 of the Secret',
  );
});

describe('that is missing', () => {
  it('is told, and the requests get an error instead of what is below a shorter path', () => {
    isMissing();
    world.settle();
    expect(world.conditions('rule')).toMatchObject({
      ResolvedRefs: 'False SecretNotFound',
      Programmed: 'True Programmed',
      Ready: 'False SecretNotFound',
    });
    expect(world.message('rule', 'ResolvedRefs')).toContain('this namespace has no Secret users');
    expect(led()).toEqual(CLOSED);
    expect(world.standing('SecurityPolicy')).toEqual([]);
  });
});

describe('that nobody has read', () => {
  it('keeps the host of a new rule closed', () => {
    world.settle();
    expect(world.conditions('rule')).toMatchObject({
      ResolvedRefs: 'Unknown Pending',
      Ready: 'False Pending',
    });
    expect(led()).toEqual(CLOSED);
  });

  it.each<[string, () => void, string]>([
    ['usable', () => holds({ '.htpasswd': ADA }), 'True Ready'],
    ['unusable', () => holds({}), 'False SecretInvalid'],
    ['missing', isMissing, 'False SecretNotFound'],
  ])('is as %s as another process has found it', (_, look, ready) => {
    look();
    world.settle();
    const before = [led(), world.message('rule', 'Ready'), world.writes.length];
    world.from.secrets.forget('team/users');
    world.settle();
    expect(world.conditions('rule').Ready).toBe(ready);
    expect([led(), world.message('rule', 'Ready'), world.writes.length]).toEqual(before);
  });
});
