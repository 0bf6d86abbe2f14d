import { beforeEach, describe, expect, it } from 'vitest';
import type { HttpRule } from '../../../src/api/gatewayrule.ts';
import type { UsableCertificate } from '../../../src/content/certificate.ts';
import { passwordReadings } from '../../../src/content/passwords.ts';
import { decide } from '../../../src/gateway/decide.ts';
import { observe } from '../../../src/gateway/observe.ts';
import type { Observed } from '../../../src/gateway/observed.ts';
import type { OptionalKinds } from '../../../src/gateway/supportedkinds.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { passwordLine, secretData } from '../../support/passwords.ts';
import { openServiceOf, ruleOf, secretOf, tcpRuleOf } from '../../support/rules.ts';
import { ALL, CONFIG, NOW, Simulation, WITH_SETS } from '../../support/simulation.ts';

let world: Simulation;

/** Host names of the listeners for HTTPS, on the Gateway and in ListenerSets, each with its Secret. */
function listeners(): string[] {
  const { gateways, sets } = world.caches;
  return [...gateways.store.list(), ...(sets?.store.list() ?? [])]
    .flatMap(({ spec }) => spec.listeners)
    .filter(({ protocol }) => protocol === 'HTTPS')
    .map(({ hostname, tls }) => `${hostname} ${tls?.certificateRefs?.[0]?.name}`)
    .toSorted();
}

interface RouteSpec extends KubeObject {
  readonly spec: {
    readonly parentRefs: readonly { readonly sectionName: string }[];
    readonly rules: readonly { readonly filters?: readonly object[]; readonly matches: readonly object[] }[];
  };
}

function routes(): RouteSpec[] {
  return world.standing('HTTPRoute') as RouteSpec[];
}

/** Ready of a rule at a time, as status and reason. */
function readyAt(observed: Observed, now: Date): string {
  const ready = decide(observed, now).status?.conditions?.find(({ type }) => type === 'Ready');
  return `${ready?.status} ${ready?.reason}`;
}

/** Places of the listeners, by the optional kinds that the cluster serves. */
const PLACES: readonly (readonly [string, OptionalKinds])[] = [
  ['on the Gateway', ALL],
  ['in ListenerSets', WITH_SETS],
];

/** A world whose engine serves ListenerSets, where the cluster does. */
function worldWith(served: OptionalKinds): Simulation {
  const made = new Simulation({ served });
  made.engine('example.com/engine', ['ListenerSet']);
  for (const name of ['web', 'other']) {
    made.service(openServiceOf(name));
  }
  return made;
}

describe('a rule with a certificate, without ListenerSets,', () => {
  beforeEach(() => {
    world = worldWith(ALL);
  });

  it('is served on a listener for its host, which may read that one Secret', () => {
    world.secret(secretOf(1, ['shop.example.com']));
    world.rule(ruleOf({ certificateId: 1 }));
    world.settle();
    expect(listeners()).toEqual(['shop.example.com cert-1']);
    expect(world.caches.grants.store.list()).toMatchObject([
      {
        metadata: { namespace: 'team', ownerReferences: [{ kind: 'Secret', name: 'cert-1' }] },
        spec: {
          from: [{ kind: 'Gateway', namespace: 'stoa-system' }],
          to: [{ kind: 'Secret', name: 'cert-1' }],
        },
      },
    ]);
    const [route] = routes();
    const [, listener] = world.caches.gateways.store.list()[0]?.spec.listeners ?? [];
    expect(route?.spec.parentRefs[0]?.sectionName).toBe(listener?.name);
    expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
  });

  it('waits where the Gateway has no room, and reports it', () => {
    const full = Array.from({ length: 64 }, (_, index) => ({
      name: index === 0 ? 'http' : `l${index}`,
      port: 1000 + index,
      protocol: 'HTTP' as const,
    }));
    world.gateway({ spec: { gatewayClassName: 'engine', listeners: full } });
    world.secret(secretOf(1, ['shop.example.com']));
    world.rule(ruleOf({ certificateId: 1 }));
    world.settle();
    expect(listeners()).toEqual([]);
    expect(world.conditions('rule')).toMatchObject({ Ready: 'False ListenerLimit' });
  });
});

describe.each(PLACES)('%s,', (_place, served) => {
  beforeEach(() => {
    world = worldWith(served);
  });

  describe('a rule with a certificate', () => {
    it('that no Secret has leaves the Gateway alone and reports it', () => {
      world.rule(ruleOf({ certificateId: 1 }));
      world.settle();
      expect(listeners()).toEqual([]);
      expect(world.conditions('rule')).toMatchObject({ Ready: 'False CertificateNotFound' });
      world.secret(secretOf(1, ['shop.example.com']));
      world.settle();
      expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
    });

    it('finds no Secret of another namespace, neither by its number nor by its name', () => {
      world.team('other');
      world.secret(secretOf(1, ['shop.example.com'], { namespace: 'other', name: 'tls' }));
      world.rule(
        ruleOf({ certificateId: 1 }),
        ruleOf({ certificateName: 'tls', domainPath: '/named' }, { name: 'named' }),
      );
      world.settle();
      expect(listeners()).toEqual([]);
      expect(world.caches.grants.store.list()).toEqual([]);
      expect(world.conditions('rule')).toMatchObject({ Ready: 'False CertificateNotFound' });
      expect(world.conditions('named')).toMatchObject({ Ready: 'False CertificateNotFound' });
      world.secret(secretOf(1, ['shop.example.com'], { name: 'tls' }));
      world.settle();
      expect([world.conditions('rule').Ready, world.conditions('named').Ready]).toEqual([
        'True Ready',
        'True Ready',
      ]);
    });

    it('has no listener, no grant and no route for a host of another team', () => {
      world.team('other');
      world.service(openServiceOf('web', 'other'));
      world.rule(ruleOf({}, { namespace: 'other', name: 'owner' }));
      world.settle();
      world.secret(secretOf(1, ['shop.example.com']));
      world.rule(ruleOf({ certificateId: 1, domainPath: '/stolen' }));
      world.settle();
      expect(world.conditions('rule')).toMatchObject({ Accepted: 'False HostTaken' });
      expect(listeners()).toEqual([]);
      expect(world.caches.grants.store.list()).toEqual([]);
      expect(routes().map(({ metadata }) => metadata.namespace)).toEqual(['other']);
    });

    it('that cannot be used never reaches the Gateway', () => {
      const bad = {
        ...secretOf(1, []),
        tls: { type: 'unusable' as const, part: 'tls.crt' as const, why: 'it is broken' },
      };
      world.secret(bad, secretOf(2, ['good.example.com']));
      world.rule(
        ruleOf({ certificateId: 1 }),
        ruleOf({ certificateId: 2, domainName: 'good.example.com' }, { name: 'good' }),
      );
      world.settle();
      expect(listeners()).toEqual(['good.example.com cert-2']);
      expect(world.conditions('rule')).toMatchObject({ Ready: 'False CertificateInvalid' });
      expect(world.conditions('good')).toMatchObject({ Ready: 'True Ready' });
    });

    it('for other hosts reports it', () => {
      world.secret(secretOf(1, ['other.example.com', '*.example.org']));
      world.rule(ruleOf({ certificateId: 1 }));
      world.settle();
      expect(world.conditions('rule')).toMatchObject({ Ready: 'False CertificateNotForHost' });
      expect(world.message('rule', 'Ready')).toContain(
        'is for other.example.com, *.example.org, not for shop',
      );
    });

    it('that has expired is presented all the same, and reported', () => {
      world.secret(secretOf(1, ['shop.example.com'], { expires: new Date(NOW.getTime() - 1000) }));
      world.rule(ruleOf({ certificateId: 1 }));
      world.settle();
      expect(listeners()).toEqual(['shop.example.com cert-1']);
      expect(world.conditions('rule')).toMatchObject({
        Programmed: 'True Programmed',
        Ready: 'False CertificateExpired',
      });
      expect(world.message('rule', 'Ready')).toContain('has expired at 2026-06-01T11:59:59.000Z');
    });

    it('that is not valid yet is presented, reported, and looked at again when it is', () => {
      const starts = new Date(NOW.getTime() + 60_000);
      world.secret(secretOf(1, ['shop.example.com'], { certificate: { starts } }));
      world.rule(ruleOf({ certificateId: 1 }));
      world.settle();
      expect(listeners()).toEqual(['shop.example.com cert-1']);
      expect(world.conditions('rule')).toMatchObject({
        Programmed: 'True Programmed',
        Ready: 'False CertificateNotYetValid',
      });
      expect(world.message('rule', 'Ready')).toContain('is not valid before 2026-06-01T12:01:00.000Z');
      const observed = observe(world.from, 'team/rule');
      expect(decide(observed, NOW).outcome).toMatchObject({ type: 'waiting', atMostMs: 60_000 });
      expect(readyAt(observed, starts)).toBe('True Ready');
    });

    it.each<[string, Partial<UsableCertificate>, string, string]>([
      [
        'is about to expire',
        { expires: new Date(NOW.getTime() + 86_400_000) },
        'CertificateExpiring',
        'expires at 2026-06-02T12:00:00.000Z: put a new one there by then',
      ],
      ['has a gap in its chain', { gap: 'comes alone' }, 'CertificateChainIncomplete', 'comes alone'],
      [
        'has a key that browsers refuse',
        { key: { type: 'Ed25519' } },
        'CertificateKeyUncommon',
        'has a key of the kind Ed25519',
      ],
    ])('that %s leaves its rule ready, with a remark', (_, certificate, reason, text) => {
      world.secret(secretOf(1, ['shop.example.com'], { certificate }));
      world.rule(ruleOf({ certificateId: 1 }));
      world.settle();
      expect(world.conditions('rule')).toMatchObject({ ResolvedRefs: `True ${reason}`, Ready: 'True Ready' });
      expect(world.message('rule', 'ResolvedRefs')).toContain(
        `Service web port 8080, but the certificate in Secret cert-1 ${text}`,
      );
    });

    it('for clients is reported like one for other hosts', () => {
      world.secret(secretOf(1, ['shop.example.com'], { certificate: { forServers: false } }));
      world.rule(ruleOf({ certificateId: 1 }));
      world.settle();
      expect(world.conditions('rule')).toMatchObject({ Ready: 'False CertificateNotForHost' });
    });

    it.each([
      ['example.com/engine', 1024, 'True Ready'],
      ['example.com/engine', 2048, 'True Ready'],
      ['gateway.envoyproxy.io/gatewayclass-controller', 1024, 'False CertificateInvalid'],
      ['gateway.envoyproxy.io/gatewayclass-controller', 2048, 'True Ready'],
    ])('on %s with an RSA key of %i bits is presented where the engine takes it', (engine, bits, ready) => {
      world.engine(engine, ['ListenerSet']);
      world.secret(secretOf(1, ['shop.example.com'], { certificate: { key: { type: 'rsa', bits } } }));
      world.rule(ruleOf({ certificateId: 1 }));
      world.settle();
      expect(world.conditions('rule')).toMatchObject({ Ready: ready });
      expect(listeners()).toEqual(ready === 'True Ready' ? ['shop.example.com cert-1'] : []);
    });

    it.each([
      ['traefik.io/gateway-controller', 'True Ready'],
      ['gateway.envoyproxy.io/gatewayclass-controller', 'False CertificateInvalid'],
      ['example.com/engine', 'False CertificateInvalid'],
    ])('that wants a stapled answer is not presented by %s unless it loads it', (engine, ready) => {
      world.engine(engine, ['ListenerSet']);
      world.secret(secretOf(1, ['shop.example.com'], { certificate: { wantsStaple: true } }));
      world.rule(ruleOf({ certificateId: 1 }));
      world.settle();
      expect(world.conditions('rule')).toMatchObject({ Ready: ready });
      expect(world.message('rule', 'Ready').includes('must-staple')).toBe(ready !== 'True Ready');
    });

    it('of several hosts is reported by the rule alone whose host it is not for, with its names', () => {
      world.secret(secretOf(1, ['shop.example.com', '*.shop.example.com']));
      world.rule(
        ruleOf({ certificateId: 1 }),
        ruleOf({ certificateId: 1, domainName: 'a.shop.example.com' }, { name: 'below' }),
        ruleOf({ certificateId: 1, domainName: 'a.b.shop.example.com' }, { name: 'deeper' }),
      );
      world.settle();
      expect(['rule', 'below', 'deeper'].map((name) => world.conditions(name).Ready)).toEqual([
        'True Ready',
        'True Ready',
        'False CertificateNotForHost',
      ]);
      expect(world.message('deeper', 'Ready')).toBe(
        'the certificate in Secret cert-1 is for shop.example.com, *.shop.example.com, not for a.b.shop.example.com',
      );
    });

    it('that is renewed in time changes no condition and no object', () => {
      const renewed = (fingerprint: string, days: number) =>
        secretOf(1, ['shop.example.com'], {
          fingerprint,
          certificate: {
            starts: new Date(NOW.getTime() - 60 * 86_400_000),
            expires: new Date(NOW.getTime() + days * 86_400_000),
          },
        });
      world.secret(renewed('old', 30));
      world.rule(ruleOf({ certificateId: 1 }));
      world.settle();
      const before = world.writes.length;
      world.secret(renewed('new', 90));
      world.settle();
      expect(world.writes.slice(before)).toEqual([]);
    });

    it.each([
      ['a second', 1000, 1000],
      ['half a day more than two weeks', 14.5 * 86_400_000, 86_400_000 / 2],
      ['a year (looked at once a day)', 365 * 86_400_000, 86_400_000],
    ])('that ends in %s brings its rule back then', (_, leftMs, againInMs) => {
      world.secret(secretOf(1, ['shop.example.com'], { expires: new Date(NOW.getTime() + leftMs) }));
      world.rule(ruleOf({ certificateId: 1 }));
      world.settle();
      expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
      expect(decide(observe(world.from, 'team/rule'), NOW).outcome).toEqual({ type: 'settled', againInMs });
    });

    it('leaves listener and grant when its Secret goes, and when the rule names none any more', () => {
      world.secret(secretOf(1, ['shop.example.com']));
      world.rule(ruleOf({ certificateId: 1 }));
      world.settle();
      world.caches.secrets.store.remove('team/cert-1', '1000');
      world.settle();
      expect(listeners()).toEqual([]);
      expect(world.caches.grants.store.list()).toEqual([]);
      expect(routes()).toEqual([]);
      world.rule(ruleOf({}, { generation: 2 }));
      world.settle();
      expect(routes()).toMatchObject([{ spec: { parentRefs: [{ sectionName: 'http' }] } }]);
      expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
    });

    it('shares a listener with hosts that the same wildcard name covers', () => {
      world.secret(secretOf(1, ['*.example.com']));
      world.rule(
        ruleOf({ certificateId: 1 }),
        ruleOf({ certificateId: 1, domainName: 'api.example.com' }, { name: 'api' }),
      );
      world.settle();
      expect(listeners()).toEqual(['*.example.com cert-1']);
      expect(world.conditions('api')).toMatchObject({ Ready: 'True Ready' });
    });

    it('serves each host alone where its team does not get its wildcard', () => {
      world.team('other');
      world.service(openServiceOf('web', 'other'));
      world.rule(ruleOf({ domainName: 'theirs.example.com' }, { namespace: 'other', name: 'theirs' }));
      world.settle();
      world.secret(secretOf(1, ['*.example.com']));
      world.rule(
        ruleOf({ certificateId: 1 }),
        ruleOf({ certificateId: 1, domainName: 'api.example.com' }, { name: 'api' }),
      );
      world.settle();
      expect(listeners()).toEqual(['api.example.com cert-1', 'shop.example.com cert-1']);
      expect(world.conditions('api')).toMatchObject({ Ready: 'True Ready' });
    });

    it('goes on to share a listener when another team gets a host below its wildcard', () => {
      world.team('other');
      world.service(openServiceOf('web', 'other'));
      world.secret(secretOf(1, ['*.example.com']));
      world.rule(
        ruleOf({ certificateId: 1 }),
        ruleOf({ certificateId: 1, domainName: 'api.example.com' }, { name: 'api' }),
      );
      world.settle();
      world.rule(ruleOf({ domainName: 'theirs.example.com' }, { namespace: 'other', name: 'theirs' }));
      world.settle();
      expect(world.conditions('theirs', 'other')).toMatchObject({ Ready: 'True Ready' });
      expect(listeners()).toEqual(['*.example.com cert-1']);
    });

    it('for a name that an older certificate has gets a listener for its host', () => {
      world.secret(secretOf(1, ['*.example.com']), secretOf(2, ['*.example.com']));
      world.rule(
        ruleOf({ certificateId: 1 }, { creationTimestamp: '2025-01-01T00:00:00Z' }),
        ruleOf({ certificateId: 2, domainName: 'api.example.com' }, { name: 'api' }),
      );
      world.settle();
      expect(listeners()).toEqual(['*.example.com cert-1', 'api.example.com cert-2']);
      expect(world.conditions('api')).toMatchObject({ Ready: 'True Ready' });
    });

    it('beside an older one for the same host has the older one’s, and reports it', () => {
      world.secret(secretOf(1, ['shop.example.com']), secretOf(2, ['shop.example.com']));
      world.rule(
        ruleOf({ certificateId: 1 }, { creationTimestamp: '2025-01-01T00:00:00Z' }),
        ruleOf({ certificateId: 2, domainPath: '/api' }, { name: 'api' }),
      );
      world.settle();
      expect(listeners()).toEqual(['shop.example.com cert-1']);
      expect(world.message('api', 'FullyExpressed')).toContain(
        'spec.http.certificateId: the host has the certificate of the older rule team/rule',
      );
    });
  });

  describe('httptohttps', () => {
    const ruleExtensions = [{ key: 'httptohttps', value: 'true' }];

    /** Rules of the HTTPRoute for plain requests of the host. */
    function redirectRules() {
      return routes().find(({ metadata }) => metadata.name.endsWith('-redirect'))?.spec.rules;
    }

    it.each<[string, Partial<HttpRule>]>([
      ['without a guard', {}],
      ['with a password', { policy: { basicAuth: { secretName: 'editors' } } }],
      ['for some methods', { policy: { match: { methods: ['GET'] } } }],
      ['for the path of ACME challenges', { domainPath: '/.well-known/acme-challenge' }],
    ])('sends all plain requests of a rule %s to HTTPS for good, and none to the component', (_, http) => {
      world.secret(secretOf(1, ['shop.example.com']));
      world.rule(ruleOf({ certificateId: 1, ruleExtensions, ...http }));
      world.settle();
      expect(redirectRules()).toEqual([
        {
          matches: [{ path: { type: 'PathPrefix', value: http.domainPath ?? '/' } }],
          filters: [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https', statusCode: 301 } }],
        },
      ]);
    });

    it('names the port that clients see where it is not 443', () => {
      world = new Simulation({ config: { ...CONFIG, https: { port: 8443, publicPort: 18443 } } });
      world.service(openServiceOf('web'));
      world.secret(secretOf(1, ['shop.example.com']));
      world.rule(ruleOf({ certificateId: 1, ruleExtensions, domainPath: '/shop' }));
      world.settle();
      expect(redirectRules()).toMatchObject([{ filters: [{ requestRedirect: { port: 18443 } }] }]);
    });

    it('leaves ACME challenges to a rule for their path without a certificate', () => {
      world.secret(secretOf(1, ['shop.example.com']));
      world.rule(
        ruleOf({ certificateId: 1, ruleExtensions }),
        ruleOf({ serviceId: 'other', domainPath: '/.well-known/acme-challenge' }, { name: 'solver' }),
      );
      world.settle();
      expect(world.conditions('solver')).toMatchObject({ Ready: 'True Ready' });
      const plain = routes().filter(({ spec }) => spec.parentRefs[0]?.sectionName === 'http');
      expect(plain.flatMap(({ spec }) => spec.rules)).toMatchObject([
        { filters: [{ type: 'RequestRedirect' }], matches: [{ path: { value: '/' } }] },
        { backendRefs: [{ name: 'other' }], matches: [{ path: { value: '/.well-known/acme-challenge' } }] },
      ]);
    });

    it.each([
      ['with a certificate', () => world.secret(secretOf(1, ['shop.example.com'])), 'True Ready'],
      ['whose certificate is missing', () => undefined, 'False CertificateNotFound'],
    ])(
      'is there for a rule with a guard %s, too, so that no rule for a shorter path answers',
      (_, arrange, ready) => {
        arrange();
        const policy = { basicAuth: { secretName: 'editors' } };
        const passwords = passwordReadings(secretData({ users: passwordLine('ada', 'enigma') }));
        world.from.secrets.record('team/editors', { type: 'found', passwords });
        world.rule(
          ruleOf({}, { name: 'open' }),
          ruleOf({ certificateId: 1, domainPath: '/admin', policy }, { name: 'guarded' }),
        );
        world.settle();
        expect(redirectRules()).toMatchObject([
          { matches: [{ path: { value: '/admin' } }], filters: [{ type: 'RequestRedirect' }] },
        ]);
        expect(world.conditions('guarded')).toMatchObject({ Ready: ready });
        expect(world.conditions('open')).toMatchObject({ Ready: 'True Ready' });
      },
    );

    it('goes when no rule requests it any more', () => {
      world.secret(secretOf(1, ['shop.example.com']));
      world.rule(ruleOf({ certificateId: 1, ruleExtensions }));
      world.settle();
      world.rule(ruleOf({ certificateId: 1 }, { generation: 2 }));
      world.settle();
      expect(routes()).toHaveLength(1);
    });

    it('without a certificate is named as without effect', () => {
      world.rule(ruleOf({ ruleExtensions }));
      world.settle();
      expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
      expect(world.message('rule', 'FullyExpressed')).toContain('no HTTPS without a certificate');
    });
  });

  describe('autoSsl', () => {
    const wish = { autoSsl: true, autoSslConfig: 'clusterissuer/test' };

    it('has a certificate obtained, serves plain HTTP meanwhile, and switches when it is there', () => {
      const autoSsl = { issuers: ['clusterissuer/test'] };
      world = new Simulation({ config: { ...CONFIG, autoSsl } });
      world.service(openServiceOf('web'));
      world.rule(ruleOf(wish));
      world.settle();
      const [certificate] = world.standing('Certificate');
      expect(certificate).toMatchObject({
        spec: { dnsNames: ['shop.example.com'], issuerRef: { kind: 'ClusterIssuer', name: 'test' } },
        metadata: { ownerReferences: [{ name: 'rule' }] },
      });
      expect(world.conditions('rule')).toMatchObject({
        Ready: 'True Ready',
        FullyExpressed: 'False FieldsNotExpressed',
      });
      const name = certificate?.metadata.name ?? '';
      world.secret(secretOf('issued', ['shop.example.com'], { name }));
      world.settle();
      expect(listeners()).toEqual([`shop.example.com ${name}`]);
      expect(routes().map((route) => route.metadata.name.endsWith('-tls'))).toEqual([true]);
      expect(world.conditions('rule')).toMatchObject({
        Ready: 'True Ready',
        FullyExpressed: 'True FullyExpressed',
      });
    });

    it('without cert-manager waits for a service outside', () => {
      world = new Simulation({ served: {} });
      world.service(openServiceOf('web'));
      world.rule(ruleOf(wish));
      world.settle();
      expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
      expect(world.message('rule', 'FullyExpressed')).toContain('waits for a service outside');
    });

    it('without an issuer reports how to name one', () => {
      world.rule(ruleOf({ autoSsl: true, autoSslConfig: 'something' }));
      world.settle();
      expect(world.standing('Certificate')).toEqual([]);
      expect(world.message('rule', 'FullyExpressed')).toContain('clusterissuer/<name> or issuer/<name>');
    });
  });

  describe('a certificate that is for names of another team', () => {
    beforeEach(() => {
      world.team('other');
      world.service(openServiceOf('web', 'other'));
      const victim = { namespace: 'other', creationTimestamp: '2026-01-01T00:00:00Z' };
      world.secret(secretOf(1, ['*.corp.example'], { ...victim, fingerprint: 'of the victim' }));
      world.rule(
        ruleOf({ domainName: '*.wild.example' }, { ...victim, name: 'wild' }),
        ruleOf({ domainName: 'shop.corp.example', certificateId: 1 }, { ...victim, name: 'victim' }),
      );
      world.settle();
    });

    /** The listeners with the certificate of the thief, and why there are none. */
    function steal(
      names: readonly string[],
      more: { fingerprint?: string; creationTimestamp?: string } = {},
    ) {
      world.secret(secretOf(2, names, { creationTimestamp: '2026-02-01T00:00:00Z', ...more }));
      world.rule(ruleOf({ domainName: 'own.corp.example', certificateId: 2 }, { name: 'thief' }));
      world.settle();
      return presented();
    }

    /** The listeners with the certificate of the thief after an edit of its Secret. */
    function edited(names: readonly string[]) {
      world.secret(secretOf(2, names));
      world.settle();
      return presented();
    }

    function presented() {
      return listeners().filter((listener) => listener.endsWith('cert-2'));
    }

    it.each([
      ['its host', ['own.corp.example', 'shop.corp.example']],
      ['a host below its wildcard', ['own.corp.example', 'a.wild.example']],
      ['its wildcard', ['own.corp.example', '*.wild.example']],
      ['a wildcard that it has a certificate for', ['*.corp.example']],
    ])('as %s is not presented', (_, names) => {
      expect(steal(names)).toEqual([]);
      expect(world.conditions('thief')).toMatchObject({ ResolvedRefs: 'False CertificateInvalid' });
      expect(listeners()).toEqual(['*.corp.example cert-1']);
    });

    it('is not presented even where its Secret is older', () => {
      expect(steal(['*.corp.example'], { creationTimestamp: '2025-01-01T00:00:00Z' })).toEqual([]);
    });

    it.each([
      ['the same certificate', ['*.corp.example'], { fingerprint: 'of the victim' }],
      ['its own names', ['own.corp.example', 'www.own.corp.example'], {}],
      ['a wildcard above hosts of others, which have closer names', ['own.corp.example', '*.example'], {}],
    ])('is presented with %s', (_, names, more) => {
      expect(steal(names, more)).toEqual(['own.corp.example cert-2']);
    });

    it('is presented with a name that another team has given back', () => {
      world.rule(ruleOf({ domainName: 'back.corp.example' }, { namespace: 'other', name: 'back' }));
      world.settle();
      expect(steal(['own.corp.example', 'back.corp.example'])).toEqual([]);
      world.remove(world.stored('back', 'other'));
      world.settle();
      expect(world.from.register.kept().map(({ name }) => name)).toEqual(['back.corp.example']);
      expect(listeners().filter((listener) => listener.endsWith('cert-2'))).toEqual([
        'own.corp.example cert-2',
      ]);
    });

    it('is withdrawn when it gets such a name, and no other one is presented for a while', () => {
      expect(steal(['own.corp.example'])).toEqual(['own.corp.example cert-2']);
      expect(edited(['own.corp.example', 'a.wild.example'])).toEqual([]);
      expect(edited(['own.corp.example'])).toEqual([]);
      expect(world.message('thief', 'ResolvedRefs')).toContain('until 2026-06-01T12:05:00.000Z');
      expect(world.reconcile('team/thief').outcome).toMatchObject({ type: 'waiting', atMostMs: 300_000 });
      world.now = new Date(world.now.getTime() + 300_000);
      expect(edited(['own.corp.example'])).toEqual(['own.corp.example cert-2']);
      expect(listeners()).toContain('*.corp.example cert-1');
    });

    it('stays presented while another one of its namespace is withdrawn', () => {
      world.secret(secretOf(3, ['kept.corp.example']));
      world.rule(ruleOf({ domainName: 'kept.corp.example', certificateId: 3 }, { name: 'kept' }));
      steal(['own.corp.example']);
      edited(['own.corp.example', 'a.wild.example']);
      edited(['own.corp.example']);
      expect(listeners()).toEqual(['*.corp.example cert-1', 'kept.corp.example cert-3']);
    });

    it('is presented by an engine that keeps the certificates of listeners apart', () => {
      world.engine('gateway.envoyproxy.io/gatewayclass-controller');
      expect(steal(['own.corp.example', 'shop.corp.example'])).toEqual(['own.corp.example cert-2']);
    });

    it('is refused with the name and the ways out', () => {
      steal(['own.corp.example', 'shop.corp.example']);
      expect(world.message('thief', 'ResolvedRefs')).toContain(
        'it is also for shop.corp.example, which another team has or has a certificate for',
      );
    });
  });

  describe('a certificate for a wildcard above a host of another team', () => {
    const OLDER = { namespace: 'other', creationTimestamp: '2026-01-01T00:00:00Z' };
    const LATER = { creationTimestamp: '2026-02-01T00:00:00Z' };

    beforeEach(() => {
      world.team('other');
      world.service(openServiceOf('web', 'other'));
    });

    /** Stores a certificate with a rule for a host, and settles. */
    function serve(id: number, [host, ...more]: readonly string[], meta: object): void {
      world.secret(secretOf(id, [host ?? '', ...more], meta));
      world.rule(ruleOf({ domainName: host ?? '', certificateId: id }, { ...meta, name: `rule-${id}` }));
      world.settle();
    }

    it.each<[string, readonly string[], readonly string[]]>([
      ['whose certificate is for a wildcard below it', ['b.example.com', '*.b.example.com'], []],
      ['whose certificate is for a wildcard elsewhere', ['b.example.com', '*.a.example'], []],
      ['whose certificate has its name alone', ['b.example.com'], ['own.example.org cert-2']],
      ['whose wildcard Traefik takes first', ['b.example.com', '*.z.example'], ['own.example.org cert-2']],
      ['that is not directly below it', ['c.b.example.com', '*.c.b.example.com'], ['own.example.org cert-2']],
    ])('%s is judged by the order of the engine', (_, theirs, presented) => {
      serve(1, theirs, OLDER);
      serve(2, ['own.example.org', '*.example.com'], LATER);
      expect(listeners().filter((listener) => listener.endsWith('cert-2'))).toEqual(presented);
      expect(listeners()).toContain(`${theirs[0]} cert-1`);
    });

    it('is refused with the name and the way out', () => {
      serve(1, ['b.example.com', '*.b.example.com'], OLDER);
      serve(2, ['own.example.org', '*.example.com'], LATER);
      expect(world.message('rule-2', 'ResolvedRefs')).toContain(
        'it is also for *.example.com, and the gateway would present it for a host of another team below',
      );
    });

    it('stays where it came first, and the later one is told to do without wildcards', () => {
      serve(2, ['own.example.org', '*.example.net'], { ...LATER, ...OLDER });
      serve(1, ['b.example.net', '*.b.example.net'], LATER);
      expect(world.message('rule-1', 'ResolvedRefs')).toMatch(
        /present the certificate of another team for \*\.example\.net .* use one for b\.example\.net without wildcards/,
      );
      expect(listeners()).toEqual(['own.example.org cert-2']);
    });

    it('is presented where it is the same certificate', () => {
      const company = { fingerprint: 'of the company' };
      serve(1, ['b.example.com', '*.b.example.com', '*.example.com'], { ...OLDER, ...company });
      serve(2, ['own.example.org', '*.example.com'], { ...LATER, ...company });
      expect(listeners()).toContain('own.example.org cert-2');
    });
  });

  describe('the names of a certificate that is presented', () => {
    const names = ['shop.example.com', 'www.example.com', '*.example.org', '*.com', 'port 30000', 'A Team'];
    const asked = { namespace: 'other', name: 'thief' };

    beforeEach(() => {
      world.team('other');
      world.service(openServiceOf('web', 'other'));
      world.secret(secretOf(1, names));
      world.rule(ruleOf({ certificateId: 1 }));
      world.settle();
    });

    it.each([
      ['one of them', 'www.example.com', 'False HostTaken'],
      ['a wildcard above one', '*.example.com', 'False HostTaken'],
      ['its wildcard', '*.example.org', 'False HostTaken'],
      ['a host below its wildcard', 'a.example.org', 'True Accepted'],
      ['a host below a wildcard that no team gets', 'example.net', 'True Accepted'],
    ])('keep another team from %s', (_, domainName, accepted) => {
      expect(world.stored('rule').status?.certificateNames).toEqual(['*.example.org', 'www.example.com']);
      world.rule(ruleOf({ domainName }, asked));
      world.settle();
      expect(world.conditions('thief', 'other').Accepted).toBe(accepted);
      expect(listeners()).toEqual(['shop.example.com cert-1']);
    });

    it('are hosts only: a port is not kept', () => {
      world.rule(tcpRuleOf({}, asked));
      world.settle();
      expect(world.conditions('thief', 'other').Accepted).toBe('True Accepted');
    });

    it('are free again when another certificate takes its place', () => {
      world.rule(ruleOf({ domainName: 'www.example.com' }, asked));
      world.settle();
      expect(world.message('thief', 'Accepted', 'other')).toContain(
        'of a certificate that the gateway presents',
      );
      world.secret(secretOf(1, ['shop.example.com']));
      world.settle();
      expect(world.stored('rule').status?.certificateNames).toBeUndefined();
      expect(world.conditions('thief', 'other').Accepted).toBe('True Accepted');
    });

    it('are their team’s own to use', () => {
      world.rule(ruleOf({ domainName: 'www.example.com', certificateId: 1 }, { name: 'www' }));
      world.settle();
      expect(world.conditions('www').Ready).toBe('True Ready');
    });

    it('are none that an engine needs which keeps the certificates of listeners apart', () => {
      world.engine('gateway.envoyproxy.io/gatewayclass-controller');
      world.settle();
      expect(world.stored('rule').status?.certificateNames).toBeUndefined();
    });
  });

  it('a team with a limit keeps no more names by its certificates than it may have hosts', () => {
    const limited = new Simulation({ config: { ...CONFIG, limits: { hosts: 2 } } });
    limited.service(openServiceOf('web'));
    limited.secret(secretOf(1, ['shop.example.com', 'a.example.com', 'b.example.com']));
    limited.rule(ruleOf({ certificateId: 1 }));
    limited.settle();
    expect(limited.stored('rule').status?.certificateNames).toEqual(['a.example.com']);
  });

  it('the grant for a Secret with the longest name has a name, too', () => {
    const name = 'a'.repeat(253);
    world.secret(secretOf(1, ['shop.example.com'], { name }));
    world.rule(ruleOf({ certificateId: 1 }));
    world.settle();
    expect(world.caches.grants.store.list().map(({ metadata }) => metadata.name)).toEqual([
      expect.stringMatching(/^stoa-[0-9a-f]{32}$/),
    ]);
  });
});
