import { beforeAll, expect } from 'vitest';
import type { HttpRule } from '../../src/api/gatewayrule.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { CONFIG_MAPS } from '../../src/objects/core.ts';
import { HTTP_ROUTES } from '../../src/objects/httproute.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { rest, throughGateway } from '../cluster/support/traffic.ts';
import { connect, TESTER } from '../cluster/support/world.ts';
import { eventually } from '../support/eventually.ts';
import { LEDGER } from '../support/namerules.ts';
import { type AttemptsOf, attacks, by } from './support/attack.ts';
import { type Member, newMember, removeRule, type Verdict, verdictOf, verdictOn } from './support/member.ts';

let administrator: KubeClient;
let victim: Member;
let thief: Member;

beforeAll(async () => {
  administrator = await connect();
  [victim, thief] = await Promise.all([newMember(administrator), newMember(administrator)]);
  await Promise.all([victim.team.component('web'), thief.team.component('theft')]);
});

/** Number of requests after which a share of them would have shown. */
const REQUESTS = 20;

/** Components that answer requests for a host and path; a response without one counts as its status. */
async function answerers(host: string, path: string): Promise<readonly string[]> {
  const answers = await Promise.all(Array.from({ length: REQUESTS }, () => throughGateway(host, path)));
  return [...new Set(answers.map(({ status, body }) => body.component ?? String(status)))];
}

/** Waits until the victim answers for a host and path. */
async function belongsToVictim(host: string, path = '/'): Promise<void> {
  await eventually(async () => expect(await answerers(host, path)).toEqual(['web']));
}

/** Creates a rule of the thief's for a host of its own, and waits until the gateway has it and all before it. */
async function thiefIsServed(name: string): Promise<void> {
  const domainName = `${name}.own.${thief.team.host}`;
  await thief.team.rule(`own-${name}`, { serviceId: 'theft', domainName });
  await eventually(async () => expect(await answerers(domainName, '/')).toEqual(['theft']));
}

/** The thief's rule is refused, and is nowhere in the gateway. */
async function nothingOf({ stands }: Verdict, host: string): Promise<void> {
  expect(stands).toBe(false);
  const routes = await administrator.list(HTTP_ROUTES, { namespace: thief.team.namespace });
  expect(routes.filter(({ spec }) => spec.hostnames?.includes(host))).toEqual([]);
}

type Place = Partial<HttpRule> & { readonly domainName: string };

/** A rule of the victim's, and a younger one with which a thief wants its requests. */
interface Theft {
  readonly name: string;
  readonly theirs: Place;
  readonly stolen: Place;
  /** Host and path of a request that is the victim's. */
  readonly host: string;
  readonly path: string;
}

async function steal({ name, theirs, stolen, host, path }: Theft): Promise<void> {
  await victim.team.rule(name, theirs);
  await victim.team.condition(name, 'Ready', 'True');
  await belongsToVictim(host, path);
  const verdict = await verdictOf(thief, name, { serviceId: 'theft', ...stolen });
  await thiefIsServed(name);
  expect(await answerers(host, path)).toEqual(['web']);
  await nothingOf(verdict, stolen.domainName);
}

/** Thefts by overlap: in each the engine would prefer the younger rule. */
function thefts(domain: string): readonly (Theft & { readonly does: string })[] {
  const theft = (name: string, does: string, theirs: Place, stolen: Place, path = '/') => {
    const host = `login.${name}.${domain}`;
    return { name, does, theirs, stolen, host, path };
  };
  return [
    theft(
      'exact',
      'asks for a host below the wildcard',
      { domainName: `*.exact.${domain}` },
      { domainName: `login.exact.${domain}` },
    ),
    theft(
      'wild',
      'asks for a wildcard above the host, with a longer path',
      { domainName: `login.wild.${domain}` },
      { domainName: `*.wild.${domain}`, domainPath: '/v1' },
      '/v1/accounts',
    ),
    theft(
      'above',
      'asks for a wildcard two labels above the host, with a longer path',
      { domainName: `login.above.${domain}` },
      { domainName: `*.${domain}`, domainPath: '/above' },
      '/above',
    ),
    {
      ...theft(
        'nested',
        'asks for a wildcard below the wildcard',
        { domainName: `*.nested.${domain}` },
        { domainName: `*.low.nested.${domain}` },
      ),
      host: `login.low.nested.${domain}`,
    },
    theft(
      'redirect',
      'asks for a redirect of a host below the wildcard',
      { domainName: `*.redirect.${domain}` },
      {
        domainName: `login.redirect.${domain}`,
        ruleExtensions: [{ key: 'httptohttps', value: 'true' }],
      },
    ),
  ];
}

/** A domain that no other file uses. */
const DOMAIN = `h${crypto.randomUUID().slice(0, 8)}.example.net`;

/** A name without a dot, which is a public suffix as far as anybody knows. */
const SUFFIX = DOMAIN.split('.')[0] ?? '';

attacks(
  'Requests for a host are those of the team that had it first',
  by('team', 'edit in its own namespace', [
    ...thefts(DOMAIN).map(({ does, ...theft }) => ({
      mustNotHappen: `no request for ${theft.theirs.domainName.replace(DOMAIN, 'DOMAIN')} reaches the thief`,
      does,
      run: () => steal(theft),
    })),
    {
      mustNotHappen: 'no request for bank.x.SUFFIX reaches the thief',
      does: 'asks for *.SUFFIX with a longer path',
      run: () =>
        steal({
          name: 'suffix',
          theirs: { domainName: `bank.x.${SUFFIX}` },
          stolen: { domainName: `*.${SUFFIX}`, domainPath: '/login' },
          host: `bank.x.${SUFFIX}`,
          path: '/login',
        }),
    },
    {
      mustNotHappen: 'no request for a host of an HTTPRoute that Stoa did not write reaches the thief',
      does: 'asks for a longer path of its host',
      async run() {
        const host = `portal.route.${DOMAIN}`;
        await platformRoute('portal', host);
        await belongsToVictim(host, '/login');
        const http = { serviceId: 'theft', domainName: host, domainPath: '/login' };
        const verdict = await verdictOf(thief, 'portal', http);
        await thiefIsServed('portal');
        expect(await answerers(host, '/login')).toEqual(['web']);
        await nothingOf(verdict, host);
      },
    },
  ]),
);

/** Creates an HTTPRoute to the victim's component, as the platform team does without Stoa. */
async function platformRoute(name: string, host: string): Promise<void> {
  await administrator.apply(
    HTTP_ROUTES,
    {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata: { name, namespace: victim.team.namespace },
      spec: {
        parentRefs: [{ name: 'stoa', namespace: 'stoa-system', sectionName: 'http' }],
        hostnames: [host],
        rules: [{ backendRefs: [{ name: 'web', port: 8080 }] }],
      },
    },
    TESTER,
  );
}

/** Wildcards that nobody may have without a declaration of the platform team. */
const BROAD = ['*.com', '*.co.uk', `*.${SUFFIX}x`, '*.apps.example.org'];

attacks(
  'A wildcard over everybody needs a declaration',
  by(
    'team',
    'edit in its own namespace',
    BROAD.map((domainName, index) => ({
      mustNotHappen: `${domainName.replace(SUFFIX, 'SUFFIX')} goes to nobody who asks`,
      does: 'asks for it, though no rule of anybody is below it',
      async run() {
        const [name, domainPath] = [`broad-${index}`, `/${SUFFIX}`];
        const verdict = await verdictOf(thief, name, { serviceId: 'theft', domainName, domainPath });
        const narrow = `*.narrow-${index}.${thief.team.host}`;
        const own = await verdictOf(thief, `narrow-${index}`, { serviceId: 'theft', domainName: narrow });
        expect(own).toMatchObject({ stands: true });
        expect(verdict).toMatchObject({ stands: false });
      },
    })),
  ),
);

/** Asks for a host by a rule that waits for it, behind the victim's. */
async function waits(name: string, host: string): Promise<void> {
  await victim.team.rule(name, { domainName: host });
  await belongsToVictim(host);
  const verdict = await verdictOf(thief, name, { serviceId: 'theft', domainName: host });
  expect(verdict).toMatchObject({ stands: false });
}

/** The host has not gone to the waiting thief meanwhile, and the victim gets it again. */
async function comesBack(name: string, host: string): Promise<void> {
  await thiefIsServed(name);
  expect(await answerers(host, '/')).not.toContain('theft');
  await nothingOf(await verdictOn(thief, name), host);
  await victim.team.rule(name, { domainName: host });
  await victim.team.condition(name, 'Ready', 'True');
  await belongsToVictim(host);
  await nothingOf(await verdictOn(thief, name), host);
}

attacks(
  'A host stays with its team while its rule is away',
  by('team', 'edit in its own namespace', [
    {
      mustNotHappen: 'a waiting rule does not take over when the host is renamed and named back',
      does: 'waits with a rule for the same host',
      async run() {
        const host = `rename.${DOMAIN}`;
        await waits('rename', host);
        await victim.team.rule('rename', { domainName: `elsewhere.${victim.team.host}` });
        await belongsToVictim(`elsewhere.${victim.team.host}`);
        await comesBack('rename', host);
      },
    },
    {
      mustNotHappen: 'a waiting rule does not take over when the rule is deleted and restored',
      does: 'waits with a rule for the same host',
      async run() {
        const host = `restore.${DOMAIN}`;
        await waits('restore', host);
        await removeRule(victim, 'restore');
        await comesBack('restore', host);
      },
    },
    {
      mustNotHappen: 'a host does not go to an older rule that is moved onto it',
      does: 'edits the host of a rule that is older than the victim’s',
      async run() {
        const host = `moved.${DOMAIN}`;
        await thief.team.rule('moved', { serviceId: 'theft', domainName: `old.${thief.team.host}` });
        expect(await verdictOn(thief, 'moved')).toMatchObject({ stands: true });
        await victim.team.rule('moved', { domainName: host });
        await belongsToVictim(host);
        const verdict = await verdictOf(thief, 'moved', { serviceId: 'theft', domainName: host });
        await thiefIsServed('moved');
        expect(await answerers(host, '/')).toEqual(['web']);
        await nothingOf(verdict, host);
      },
    },
    {
      mustNotHappen: 'a host that its team released is not kept from others',
      does: 'waits with a rule for a host that the victim gives away',
      async run() {
        const host = `released.${DOMAIN}`;
        await waits('released', host);
        const { namespace } = victim.team;
        const metadata = { name: 'released', namespace, annotations: { 'stoa.dev/release-name': 'true' } };
        await victim.client.apply(GATEWAY_RULES, { ...GATEWAY_RULE_TYPE, metadata }, 'release');
        await removeRule(victim, 'released');
        await eventually(async () => expect(await answerers(host, '/')).toEqual(['theft']));
      },
    },
  ]),
);

/** Deletes a rule of the thief's that a finalizer of the thief's keeps, and points it at a host. */
async function patchInDeletion(name: string, domainName: string): Promise<Verdict> {
  const { client, team } = thief;
  const { namespace } = team;
  await team.rule(name, { serviceId: 'theft', domainName: `${name}.${team.host}` });
  expect(await verdictOn(thief, name)).toMatchObject({ stands: true });
  const keep = (finalizers: readonly string[]) =>
    client.apply(
      GATEWAY_RULES,
      { ...GATEWAY_RULE_TYPE, metadata: { name, namespace, finalizers } },
      'finalizer',
    );
  const { uid } = (await keep(['example.com/keep'])).metadata;
  await client.delete(GATEWAY_RULES, { namespace, name, uid });
  try {
    return await verdictOf(thief, name, { serviceId: 'theft', domainName });
  } finally {
    await keep([]);
  }
}

attacks(
  'A rule in deletion gets no name',
  by('team', 'edit in its own namespace', [
    {
      mustNotHappen: 'a rule that a finalizer keeps is not accepted for a host of the victim’s',
      does: 'points it at the host after it has deleted it',
      async run() {
        const host = `ending.${DOMAIN}`;
        await victim.team.rule('ending', { domainName: host });
        await belongsToVictim(host);
        await nothingOf(await patchInDeletion('ending', host), host);
        await belongsToVictim(host);
      },
    },
    {
      mustNotHappen: 'a rule that a finalizer keeps is not accepted for *.com',
      does: 'points it at the wildcard after it has deleted it',
      async run() {
        await nothingOf(await patchInDeletion('ending-wide', '*.com'), '*.com');
      },
    },
  ]),
);

attacks(
  'A refused rule has no effect at all',
  by('team', 'edit in its own namespace', [
    {
      mustNotHappen: 'a port is not open to the outside',
      does: 'opens it by a rule for a host of the victim’s',
      async run() {
        await thief.team.component('shut');
        const domainName = `open.${DOMAIN}`;
        await victim.team.rule('open', { domainName });
        await belongsToVictim(domainName);
        await thief.team.rule('open', { serviceId: 'shut', domainName });
        expect(await verdictOn(thief, 'open')).toMatchObject({ stands: false });
        expect(await outer()).not.toContain('shut');
        const own = `open.${thief.team.host}`;
        await thief.team.rule('opened', { serviceId: 'shut', domainName: own });
        expect(await verdictOn(thief, 'opened')).toMatchObject({ stands: true });
        await eventually(async () => expect(await outer()).toContain('shut'));
      },
    },
  ]),
);

/** Ids of the thief's components with a port that is open to the outside, as the REST API says. */
async function outer(): Promise<readonly string[]> {
  const { body } = await rest(`${appOf(thief)}/monitor/query?is_outer=true`, {
    method: 'GET',
    token: thief.token,
  });
  return (body as unknown as readonly { readonly service_id: string }[]).map(({ service_id }) => service_id);
}

function appOf({ team }: Member): string {
  return `/teams/${team.id}/regions/local/apps/1`;
}

/** Asks the REST API for a rule of the thief's. */
function thiefPosts(domain_name: string, domain_path: string) {
  const http = { service_id: 'theft', container_port: 8080, domain_name, domain_path, whether_open: true };
  return rest(`${appOf(thief)}/domains`, { token: thief.token, body: { protocol: 'http', http } });
}

/** Thefts by the REST API: the victim's host, the thief's, and a path. */
const BY_REST: readonly (readonly [does: string, theirs: string, stolen: string, path: string])[] = [
  ['posts a host below the victim’s wildcard', `*.post1.${DOMAIN}`, `login.post1.${DOMAIN}`, '/'],
  ['posts a wildcard above the victim’s host', `login.post2.${DOMAIN}`, `*.post2.${DOMAIN}`, '/v1'],
];

attacks(
  'The REST API gives names to the same teams as the operator',
  by('caller', 'edit in its own namespace', [
    ...BY_REST.map(
      ([does, theirs, stolen, path], index): AttemptsOf => ({
        mustNotHappen: `no rule for ${stolen.replace(DOMAIN, 'DOMAIN')} is created`,
        does,
        async run() {
          await victim.team.rule(`post-${index}`, { domainName: theirs });
          await victim.team.condition(`post-${index}`, 'Ready', 'True');
          const own = await thiefPosts(`post-${index}.${thief.team.host}`, '/');
          expect(own.status).toBe(200);
          const answer = await thiefPosts(stolen, path);
          expect(answer.status).toBe(400);
          expect(JSON.stringify(answer.body)).not.toContain(victim.team.namespace);
        },
      }),
    ),
    {
      mustNotHappen: 'no rule is created for a host that stays with its team after its last rule',
      does: 'posts a host whose rule the victim has just deleted',
      async run() {
        const host = `post-kept.${DOMAIN}`;
        await victim.team.rule('post-kept', { domainName: host });
        await victim.team.condition('post-kept', 'Ready', 'True');
        await removeRule(victim, 'post-kept');
        await eventually(async () => {
          const { data = {} } = await administrator.get(CONFIG_MAPS, LEDGER);
          expect(data[victim.team.namespace]).toContain(host);
        });
        // The REST API hears of it a moment later; until then the operator alone refuses the rules.
        let attempt = 0;
        await eventually(async () => {
          attempt += 1;
          const answer = await thiefPosts(host, `/${attempt}`);
          expect([answer.status, JSON.stringify(answer.body)]).toEqual([
            400,
            expect.stringContaining('stays with the team that had it'),
          ]);
        });
      },
    },
    {
      mustNotHappen: 'no rule for *.co.uk is created',
      does: 'posts it',
      async run() {
        expect((await thiefPosts('*.co.uk', `/post-${SUFFIX}`)).status).toBe(400);
        expect((await thiefPosts(`*.uk.${thief.team.host}`, '/')).status).toBe(200);
      },
    },
  ]),
);
