import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as tlsConnect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { NODE_NAME } from '../../deploy/local/node/pod.ts';
import { repository } from '../../deploy/local/repository.ts';
import { conditionOf } from '../../src/api/condition.ts';
import { KubeClient } from '../../src/kube/client.ts';
import { isFailure } from '../../src/kube/error.ts';
import { createTransport } from '../../src/kube/transport.ts';
import { CONFIG_MAPS } from '../../src/objects/core.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { PODS } from '../../src/objects/workload.ts';
import { ChartRepository } from '../support/chartrepository.ts';
import { eventually } from '../support/eventually.ts';
import { Estate } from './support/life/estate.ts';
import { GATEWAY, Life } from './support/life/life.ts';
import type { StoaProcess } from './support/life/stoaprocess.ts';
import { Install } from './support/shop.ts';
import { Team } from './support/world.ts';

/**
 * Events in the life of a cluster over years. After each event, all of a team is what it was, `Ready` and served, and Stoa
 * works. The events that need minutes are played with STOA_LONGLIFE=all, by `npm run longlife`; others, with commas
 * between, play those whose words have one.
 */
const { STOA_LONGLIFE: PLAYED = '' } = process.env;
const ALL = PLAYED === 'all';
const HOUR_MS = 3_600_000;

/** Number of lines of the log that are shown after a failure. */
const LAST_LINES = 40;

let life: Life;
let estate: Estate;
let operator: StoaProcess;
let rest: StoaProcess;

beforeAll(async () => {
  life = await Life.start();
  operator = await life.operator();
  rest = await life.rest();
  estate = await Estate.open(life);
});

afterAll(async () => {
  await estate?.close();
  await life?.close();
});

/** Event in the life of a cluster. */
interface Event {
  readonly what: string;
  readonly isLong?: boolean;
  /** Kinds whose objects are others afterwards, since the event deletes them. */
  readonly anew?: readonly string[];
  /** Kinds whose objects Stoa writes again. */
  readonly rewritten?: readonly string[];
  readonly happens: () => Promise<void>;
}

function isPlayed({ what, isLong = false }: Pick<Event, 'what' | 'isLong'>): boolean {
  return ALL || (PLAYED === '' ? !isLong : PLAYED.split(',').some((each) => what.includes(each)));
}

/** Registers the tests of an event that is played: the others are not of this run, as those of the table are not. */
function describePlayed(what: string, title: string, tests: () => void): void {
  if (isPlayed({ what, isLong: true })) {
    describe(title, tests);
  }
}

/** Kinds that go with the CRD of rules. */
const RULES = ['GatewayRule', 'HTTPRoute', 'TCPRoute'];

/** Answer of `/readyz`, once it names something. */
function readyzNames(text: string): Promise<void> {
  return eventually(async () =>
    expect(await operator.health()).toEqual({ status: 503, text: expect.stringContaining(text) }),
  );
}

/** Begin of the validity of the certificate that the REST API presents. */
async function presentedSince(): Promise<number> {
  const { hostname: host, port } = new URL(life.restUrl);
  const socket = tlsConnect({ host, port: Number(port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { valid_from } = socket.getPeerCertificate();
  socket.destroy();
  return Date.parse(valid_from);
}

const EVENTS: readonly Event[] = [
  {
    what: 'etcd goes back to an earlier time',
    happens: async () => {
      const { team } = estate;
      await life.snapshot('earlier');
      await estate.isWell();
      await estate.rule('added');
      await estate.rule('open', `moved.${team.host}`);
      await estate.unrule('port');
      await estate.install().apply('2.0');
      await estate.install('second').apply('1.0');
      await estate.isWell();
      await life.restore('earlier');
      estate.hosts.delete('added');
      estate.hosts.set('open', `open.${team.host}`);
      await estate.isWell();
      expect(await estate.answer(`added.${team.host}`)).toBe(404);
    },
  },
  {
    what: 'etcd forgets its past while the operator hears nothing',
    happens: async () => {
      await operator.end();
      operator = await life.operator({ leaseSeconds: 600 });
      await estate.rule('goes');
      await estate.isWell();
      const before = (await operator.log()).length;
      operator.signal('SIGSTOP');
      const gone = estate.hosts.get('goes') ?? '';
      await estate.unrule('goes');
      await estate.rule('comes');
      await life.compact();
      await life.plane.restart('kube-apiserver');
      operator.signal('SIGCONT');
      await estate.isWell();
      await eventually(async () => expect(await estate.answer(gone)).toBe(404));
      expect((await operator.log()).slice(before)).toContain('too old resource version');
      await estate.unrule('comes');
      await operator.end();
      operator = await life.operator();
    },
  },
  {
    what: 'the tokens of Stoa are rotated',
    happens: async () => {
      const former = life.tokenOf('operator');
      await life.issueTokens();
      const { server, ca } = life.plane.access;
      const headers = { authorization: `Bearer ${former}` };
      const transport = await createTransport({ server, credentials: async () => ({ ca, headers }) });
      await eventually(async () => {
        const refused = await new KubeClient(transport).list(GATEWAY_RULES).catch((error: unknown) => error);
        expect(isFailure(refused, 'unauthorized')).toBe(true);
      });
      await transport.close();
    },
  },
  {
    what: 'all CRDs are applied anew',
    happens: async () => {
      await life.kubectlDoes('annotate', 'crd', '--all', '--overwrite', `applied-at=${Date.now()}`);
      await life.kubectlDoes('apply', '--server-side', '--force-conflicts', `--filename=${repository.crds}`);
    },
  },
  {
    what: 'the CRD of rules is deleted by accident',
    anew: RULES,
    happens: async () => {
      await life.withoutCrd('gatewayrules.stoa.dev', () => readyzNames('gatewayrules.stoa.dev'));
      await estate.rulesAgain();
    },
  },
  {
    what: 'the CRD of routes is deleted by accident',
    anew: ['HTTPRoute'],
    happens: async () => {
      await life.withoutCrd('httproutes.gateway.networking.k8s.io', () =>
        readyzNames('httproutes.gateway.networking.k8s.io'),
      );
    },
  },
  {
    what: 'the Gateway is deleted and made again',
    rewritten: ['HTTPRoute'],
    happens: async () => {
      const { namespace, name } = GATEWAY;
      await life.kubectlDoes('delete', 'gateway', name, `--namespace=${namespace}`);
      await estate.team.condition('open', 'Ready', 'False', 'GatewayNotFound');
      await life.kubectlDoes('apply', `--filename=${life.state.generated}/gateway.yaml`);
    },
  },
  {
    what: 'the Gateway gets another class of the same engine, and one of none',
    rewritten: ['HTTPRoute'],
    happens: async () => {
      const { namespace, name } = GATEWAY;
      const classed = (className: string) =>
        life.kubectlDoes(
          ...['patch', 'gateway', name, `--namespace=${namespace}`, '--type=merge'],
          `--patch=${JSON.stringify({ spec: { gatewayClassName: className } })}`,
        );
      await life.gatewayClass('traefik-next', 'traefik.io/gateway-controller');
      await classed('traefik-next');
      await estate.isWell();
      await estate.isAlive();
      await life.gatewayClass('none', 'example.com/none');
      await classed('none');
      await estate.team.condition('open', 'Ready', 'False');
      await classed('traefik');
    },
  },
  {
    what: 'the namespace is given to another team, and back',
    happens: async () => {
      const given = (team: string) =>
        life.kubectlDoes('label', 'namespace', estate.team.namespace, '--overwrite', `stoa.dev/team=${team}`);
      const failures = await estate.carriesThrough(async () => {
        await given('others');
        await estate.rule('of-others');
        await estate.isWell();
        await given(estate.team.id);
        await estate.unrule('of-others');
        await estate.isWell();
      });
      expect(failures).toEqual([]);
    },
  },
  {
    what: 'the clock jumps ahead by an hour, back by two, and is right again',
    happens: async () => {
      const ends = async () => (await operator.log()).split('lost').length;
      const before = await ends();
      for (const ahead of [HOUR_MS, -HOUR_MS, 0]) {
        await life.turnClock(ahead);
        await estate.isAlive();
        await estate.isWell();
      }
      expect(await ends()).toBe(before);
    },
  },
  {
    what: 'the REST API starts while the clock is ahead',
    happens: async () => {
      await life.turnClock(3 * HOUR_MS);
      rest.signal('SIGKILL');
      await eventually(async () => expect(await presentedSince()).toBeGreaterThan(Date.now()));
      await life.turnClock(0);
      await eventually(async () => expect(await presentedSince()).toBeLessThan(Date.now()));
    },
  },
  {
    what: 'the API server gets certificates of another authority',
    happens: async () => {
      const before = (await operator.log()).length;
      await life.renewAuthority(() =>
        eventually(async () => expect((await operator.log()).slice(before)).toMatch(/certificate/)),
      );
    },
  },
  {
    what: 'the API server is away for longer than leases, watches, back-offs and the patience of /readyz last',
    isLong: true,
    happens: async () => {
      await life.plane.restart('kube-apiserver', async () => {
        // 6 minutes of silence make a process unready, watches end after 5, back-offs last up to 30 s.
        expect(await estate.carriesThrough(() => sleep(6.5 * 60_000))).toEqual([]);
      });
    },
  },
  {
    what: 'the node has gone for good, and another one comes',
    isLong: true,
    happens: async () => {
      const { namespace } = estate.team;
      const uids = async () =>
        (await life.client.list(PODS, { namespace })).map(({ metadata }) => metadata.uid);
      const before = await uids();
      await life.stopNode();
      await life.kubectlDoes('delete', 'node', NODE_NAME);
      await estate.team.condition('open', 'Ready', 'False');
      // Kubernetes gives the pods of a node that has gone up after a minute.
      await eventually(async () => {
        const now = await uids();
        expect(before.filter((uid) => now.includes(uid))).toEqual([]);
      }, 180_000);
      await life.startNode();
    },
  },
];

describe('over a long life', () => {
  it.each(EVENTS.filter(isPlayed))('$what', { timeout: 700_000 }, async ({ anew, rewritten, happens }) => {
    onTestFailed(async () => {
      const lines = (await operator.log()).trimEnd().split('\n');
      process.stdout.write(`the operator's last words:\n${lines.slice(-LAST_LINES).join('\n')}\n`);
    });
    const before = await estate.photo(anew, rewritten);
    await happens();
    await estate.isWell();
    await estate.isAlive();
    await eventually(async () => expect(await estate.photo(anew, rewritten)).toEqual(before));
  });
});

/** Rules of one namespace, takeovers, and milliseconds for which the gateway stands still at each. */
const RULES_OF_ONE = 300;
const TAKEOVERS = 20;
const PAUSE_MS = 2_200;

describePlayed('takeovers', 'with many rules in one namespace', () => {
  let team: Team;

  beforeAll(async () => {
    team = await Team.create(life.client);
    await team.component('web');
    for (let at = 0; at < RULES_OF_ONE; at += 1) {
      await team.rule(`r${at}`, { domainName: `r${at}.${team.host}` });
    }
    await allReady();
  });

  function allReady(): Promise<void> {
    return eventually(async () => {
      const rules = await life.client.list(GATEWAY_RULES, { namespace: team.namespace });
      const waiting = rules.filter((rule) => conditionOf(rule.status, 'Ready')?.status !== 'True');
      expect(waiting.map(({ metadata }) => metadata.name)).toEqual([]);
    }, 300_000);
  }

  /** Time since which each rule is `Ready`, which is another one after each flip. */
  async function readySince(): Promise<Readonly<Record<string, string | undefined>>> {
    const rules = await life.client.list(GATEWAY_RULES, { namespace: team.namespace });
    return Object.fromEntries(
      rules.map(({ metadata, status }) => [metadata.name, conditionOf(status, 'Ready')?.lastTransitionTime]),
    );
  }

  /** Has another operator take over while the gateway stands still; returns the new one. */
  async function takeover(leader: StoaProcess, name: 'operator' | 'standby'): Promise<StoaProcess> {
    const next = await life.operator({}, name);
    const { enginePid } = life.plane;
    process.kill(enginePid, 'SIGSTOP');
    const ended = leader.end();
    try {
      await sleep(PAUSE_MS);
    } finally {
      process.kill(enginePid, 'SIGCONT');
    }
    await ended;
    return next;
  }

  it('no takeover of the lease takes a rule for not served, and new rules are served', {
    timeout: 1_800_000,
  }, async () => {
    const burning = Array.from({ length: availableParallelism() }, () =>
      spawn(process.execPath, ['--eval', 'for (;;) {}'], { stdio: 'ignore' }),
    );
    const before = await readySince();
    try {
      for (let round = 0; round < TAKEOVERS; round += 1) {
        operator = await takeover(operator, round % 2 === 0 ? 'standby' : 'operator');
        const began = performance.now();
        await team.rule(`new${round}`, { domainName: `new${round}.${team.host}` });
        await team.condition(`new${round}`, 'Ready', 'True');
        const seconds = ((performance.now() - began) / 1000).toFixed(1);
        process.stdout.write(`takeover ${round}: a new rule is Ready after ${seconds} s\n`);
      }
      await allReady();
    } finally {
      for (const child of burning) {
        child.kill('SIGKILL');
      }
    }
    expect(await readySince()).toMatchObject(before);
  });
});

/** ConfigMaps whose names have as many characters as installs may give them, by the values. */
const MANY = `
{{- range $at := until (int .Values.count) }}
---
apiVersion: v1
kind: ConfigMap
metadata: { name: {{ printf "%s-%s%d-%s" $.Release.Name $.Values.head $at (repeat 240 "x") | trunc 240 }} }
{{- end }}
`;

describePlayed('sizes', 'with many objects in one install', () => {
  it('a version without room is refused before the first write, and the one before stays', {
    timeout: 1_800_000,
  }, async () => {
    const repositoryOfCharts = await ChartRepository.open();
    repositoryOfCharts.offer('many', '1.0.0', {
      'templates/many.yaml': MANY,
      'values.yaml': 'head: a\ncount: 1\n',
    });
    const team = await Team.create(life.client);
    const install = new Install(life.client, team, estate.shop, 'many', {
      market: { url: repositoryOfCharts.url, type: 'helm' },
    });
    const names = async () => {
      const found = await life.client.listMetadata(CONFIG_MAPS, { namespace: team.namespace });
      return found.map(({ metadata }) => `${metadata.name}/${metadata.uid}`).toSorted();
    };
    const valued = (head: string, count: number) => install.apply('1.0.0', { values: { head, count } });
    await valued('a', 2_400);
    await install.condition('Ready', 'True', undefined, 900_000);
    const before = await names();
    expect(before.length).toBeGreaterThan(2_400);
    await valued('b', 2_900);
    const { message } = await install.condition('Ready', 'False', 'StatusTooLarge', 300_000);
    expect(message).toContain('2400 objects that it has and 2900 others');
    expect(await install.events()).toContainEqual(expect.stringContaining('StatusTooLarge'));
    expect(await names()).toEqual(before);
    await valued('a', 2_400);
    await install.condition('Ready', 'True', undefined, 300_000);
    expect(await names()).toEqual(before);
    await install.remove();
    repositoryOfCharts.close();
  });
});
