import { join } from 'node:path';
import { beforeAll, expect, inject } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { EVENTS } from '../../src/kube/event.ts';
import type { ObjectDraft } from '../../src/kube/object.ts';
import { APPLICATIONS, type GatewayRule } from '../../src/objects/stoa.ts';
import { type Ended, run } from '../cluster/support/cli.ts';
import { Terminal } from '../cluster/support/terminal.ts';
import { connect, TESTER } from '../cluster/support/world.ts';
import { eventually } from '../support/eventually.ts';
import { attacks, by } from './support/attack.ts';
import { type Member, newMember } from './support/member.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/kubectl-stoa');

/** Sets the title, clears the screen, and hides what follows a lie; the last characters are of other ways to do so. */
const LIE = '\x1b]0;PWNED\x07\x1b[2J\x1b[1;1H\x1b[32mrule is ready\x1b[8m\x9b2J\u202e\u200b\u2028';

/** Characters of the output that a terminal acts on, but line ends and the plugin's own colours. */
const ACTING = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

let administrator: KubeClient;
let hostile: Member;

beforeAll(async () => {
  administrator = await connect();
  hostile = await newMember(administrator);
  await hostile.team.component('web');
});

/** The administrator's arguments for the member's namespace. */
function there(...args: readonly string[]): string[] {
  return [...args, '-n', hostile.team.namespace, '--kubeconfig', inject('cluster').kubeconfig];
}

/** Output of the administrator's plugin in a pipe. */
function asAdministrator(...args: readonly string[]): Promise<Ended> {
  return run(PROGRAM, there(...args));
}

/** Writes an Event on a rule as the member. */
async function writeEvent({ metadata }: GatewayRule, reason: string, note: string): Promise<void> {
  const { namespace = '', name, uid } = metadata;
  const draft = {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { namespace, name: `event-${crypto.randomUUID()}` },
    eventTime: new Date().toISOString().replace('Z', '000Z'),
    reportingController: 'example.com/member',
    reportingInstance: 'member',
    action: 'Lie',
    type: 'Warning',
    reason,
    note,
    regarding: { apiVersion: 'stoa.dev/v1alpha1', kind: 'GatewayRule', namespace, name, uid },
  };
  await hostile.client.create(EVENTS, draft as ObjectDraft, TESTER);
}

attacks(
  'A text of a stranger does nothing to a terminal',
  by('team', 'edit in its own namespace', [
    {
      mustNotHappen: 'no escape of an Event reaches the terminal of an administrator',
      does: 'writes an Event with escapes in its reason and its note',
      async run() {
        const rule = await hostile.team.rule('event');
        await writeEvent(rule, 'Harmless', 'a harmless note');
        await writeEvent(rule, LIE, `note ${LIE}`);
        const why = await eventually(async () => {
          const ended = await asAdministrator('why', 'rule/event');
          expect(ended.stdout).toContain('PWNED');
          return ended;
        });
        expect(why.stdout).toMatch(/ ago Harmless a harmless note\n/);
        expect(why.stdout).not.toMatch(ACTING);
        const terminal = new Terminal(PROGRAM, there('why', 'rule/event'), { columns: 100 });
        await terminal.ended;
        expect(terminal.raw).toContain('Harmless');
        for (const sequence of [
          '\x1b]',
          '\x07',
          '\x1b[2J',
          '\x1b[1;1H',
          '\x1b[8m',
          '\x9b',
          '\u202e',
          '\u200b',
        ]) {
          expect(terminal.raw).not.toContain(sequence);
        }
        const json = await asAdministrator('why', 'rule/event', '-o', 'json');
        expect(json.stdout).not.toMatch(ACTING);
        const { events } = JSON.parse(json.stdout) as { readonly events: readonly { reason: string }[] };
        expect(events.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['Harmless', LIE]));
      },
    },
    {
      mustNotHappen: 'no escape of an application reaches the terminal of an administrator',
      does: 'gives its application a display name with escapes',
      async run() {
        const { namespace } = hostile.team;
        const named = async (displayName: string) => {
          await eventually(async () => {
            const stored = await hostile.client.get(APPLICATIONS, { namespace, name: 'app' });
            await hostile.client.replace(APPLICATIONS, { ...stored, spec: { id: 1, displayName } }, TESTER);
          });
          const [drawn, json] = [
            await asAdministrator('status'),
            await asAdministrator('status', '-o', 'json'),
          ];
          const { applications } = JSON.parse(json.stdout) as { readonly applications: readonly object[] };
          expect(applications).toEqual([expect.objectContaining({ displayName })]);
          expect(json.stdout).not.toMatch(ACTING);
          expect(drawn.stdout).not.toMatch(ACTING);
          return drawn.stdout;
        };
        expect(await named('The 店铺')).toContain(`${namespace}/app The 店铺 (app 1)`);
        expect(await named(LIE)).toContain('PWNED');
      },
    },
  ]),
);

attacks(
  'A name stays in its place of a path',
  by('accident', 'no matter which rights', [
    {
      mustNotHappen: 'no request goes to another path than that of the kind',
      does: 'is given names and namespaces with steps and slashes by a script',
      async run() {
        const { kubeconfig } = inject('cluster');
        for (const args of [
          ['why', 'rule/event', '-n', '../kube-system'],
          ['status', '-n', '..'],
          ['why', 'rule', '../../../secrets'],
          ['plan', 'mi/..'],
        ]) {
          const ended = await run(PROGRAM, [...args, '--kubeconfig', kubeconfig]);
          expect(ended).toMatchObject({ code: 2, stdout: '' });
          expect(ended.stderr).toMatch(/^error: .*" is no name of an? (object|namespace), which has /);
        }
        expect((await asAdministrator('status')).code).toBe(0);
      },
    },
  ]),
);

attacks(
  'A token of the cluster travels in the clear',
  by('accident', 'the administrator’s', [
    {
      mustNotHappen: 'no token is sent to another machine without TLS',
      does: 'names an address of the REST API without it',
      async run() {
        for (const url of [
          'http://stoa.example.com',
          'http://localhost.example.com:8080/',
          'http://[fe80::1]',
        ]) {
          const { code, stderr } = await asAdministrator('status', '--rest', url);
          expect([code, stderr]).toEqual([2, expect.stringContaining('token in the clear')]);
        }
        const { restUrl } = inject('cluster');
        expect(restUrl).toMatch(/^http:/);
        expect(await asAdministrator('status', '--rest', restUrl)).toMatchObject({ code: 0 });
      },
    },
  ]),
);
