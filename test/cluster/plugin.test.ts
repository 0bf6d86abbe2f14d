import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { kubeconfigText, readCertificateKubeconfig } from '../../deploy/local/cluster/kubeconfig.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { widthOf } from '../../src/plugin/text/measure.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { type Ended, run } from './support/cli.ts';
import { member } from './support/member.ts';
import { behaving, needs } from './support/models.ts';
import { type Relay, relayTo } from './support/relay.ts';
import { Install, Shop } from './support/shop.ts';
import { Terminal } from './support/terminal.ts';
import { throughGateway } from './support/traffic.ts';
import { connect, kubectl, Team } from './support/world.ts';

const BIN = join(import.meta.dirname, '../../bin');
const PROGRAM = join(BIN, 'kubectl-stoa');
const CTRL_C = '\x03';

let client: KubeClient;
let shop: Shop;
let team: Team;
/** Token of an account that may only read the team's namespace. */
let token: string;
let install: Install;
let folder: string;
/** Kubeconfig of that account. */
let viewer: string;

beforeAll(async () => {
  client = await connect();
  [shop, team] = await Promise.all([Shop.open(), Team.create(client)]);
  await Promise.all([team.component('web'), team.component('idle')]);
  await Promise.all([team.rule('web'), team.rule('broken', { containerPort: 81, domainPath: '/broken' })]);
  token = await member(client, { namespace: team.namespace, name: 'viewer' }, { name: 'view' });
  folder = await mkdtemp(join(tmpdir(), 'stoa-plugin-'));
  viewer = join(folder, 'kubeconfig');
  const { server, ca } = readCertificateKubeconfig(inject('cluster').kubeconfig);
  await writeFile(viewer, kubeconfigText(server, ca, { kind: 'token', token }));
  await shop.offer(
    'crashes',
    '1.0',
    templateOf([app('db', behaving({ 'exit-code': '3' })), app('front', needs('db'))]),
  );
  install = new Install(client, team, shop, 'crashes');
  await install.apply();
});

afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

/** Arguments for the test's namespace. */
function here(...args: readonly string[]): string[] {
  return [...args, '-n', team.namespace, '--kubeconfig', inject('cluster').kubeconfig];
}

/** Runs the program as a script does, without a terminal. */
function plugin(...args: readonly string[]): Promise<Ended> {
  return run(PROGRAM, here(...args));
}

/** The same as the read-only account. */
function asViewer(...args: readonly string[]): Promise<Ended> {
  return run(PROGRAM, [...args, '-n', team.namespace, '--kubeconfig', viewer]);
}

/** Sends requests to the team's component until the test ends, because metrics cover the last minutes. */
function keepBusy(): void {
  const timer = setInterval(() => void throughGateway(team.host).catch(() => undefined), 50);
  onTestFinished(() => clearInterval(timer));
}

/** Team in which nothing changes by itself, and a token that may read it. */
async function quietTeam(): Promise<{ readonly quiet: Team; readonly token: string }> {
  const quiet = await Team.create(client);
  await Promise.all([quiet.component('web'), quiet.rule('web')]);
  await quiet.condition('web', 'Ready', 'True');
  const metadata = { namespace: quiet.namespace, name: 'viewer' };
  return { quiet, token: await member(client, metadata, { name: 'view' }) };
}

/** Checks that pictures of a quiet team are drawn at changes, and rarely without; options name the REST API. */
async function expectDrawnAtChanges(...options: readonly string[]): Promise<void> {
  const { quiet, token: reader } = await quietTeam();
  const place = ['-n', quiet.namespace, '--kubeconfig', inject('cluster').kubeconfig];
  const terminal = new Terminal(PROGRAM, ['status', 'app', '--watch', ...place, ...options], {
    columns: 100,
    env: { STOA_TOKEN: reader },
  });
  onTestFinished(() => terminal.type(CTRL_C));
  const shows = (pattern: RegExp) => expect(terminal.lines).toContainEqual(expect.stringMatching(pattern));
  let pictures = 0;
  let since = performance.now();
  await eventually(() => {
    if (terminal.pictures > pictures) {
      pictures = terminal.pictures;
      since = performance.now();
    }
    // Without a stream, there is a picture every two seconds.
    expect(performance.now() - since).toBeGreaterThan(7_000);
    shows(/● http:\S+\/ → 8080 +web$/);
  }, 90_000);
  await quiet.rule('web', { containerPort: 81 });
  await eventually(() => shows(/✖ http:\S+\/ → 81 +web +PortNotFound$/));
}

describe('status', () => {
  it('draws the application with live metrics, repeatedly until Ctrl-C', {
    timeout: 150_000,
  }, async () => {
    await eventually(async () => expect((await throughGateway(team.host)).status).toBe(200));
    keepBusy();
    const terminal = new Terminal(
      PROGRAM,
      here('status', 'app', '--watch', '--rest', inject('cluster').restUrl),
      {
        columns: 100,
        env: { STOA_TOKEN: token },
      },
    );
    try {
      await eventually(() => {
        const lines = terminal.lines;
        expect(lines[0]).toContain(`${team.namespace}/app (app 1)`);
        expect(lines).toContainEqual(
          expect.stringMatching(/^├─ ● web +running +1\/1 .*[▁-█]{2,} +[1-9]\S* req\/s .*[▁-█] +\S+ ms$/),
        );
        expect(lines).toContainEqual(expect.stringMatching(/^│ {2}├─ ● http:\S+\/ → 8080 +web$/));
        expect(lines).toContainEqual(
          expect.stringMatching(/^│ {2}└─ ✖ http:\S+\/broken → 81 +broken +PortNotFound$/),
        );
        expect(lines).toContainEqual(
          expect.stringMatching(
            /✖ install crashes +crashes 1\.0 +wave 1\/2 +0\/2 ready +ComponentsAbnormal$/,
          ),
        );
      }, 120_000);
      for (const line of terminal.lines) {
        expect(widthOf(line)).toBeLessThanOrEqual(100);
      }
    } finally {
      terminal.type(CTRL_C);
    }
    expect(await terminal.ended).toBe(130);
    // The cursor is visible again, and the last picture stays on the terminal.
    const after = terminal.raw.split('\x1b[?25h\x1b[?1049l').at(-1);
    expect(after).toContain(`${team.namespace}/app`);
  });

  it('is drawn at each change that the REST API tells of, and rarely without', {
    timeout: 150_000,
  }, async () => {
    await expectDrawnAtChanges('--rest', inject('cluster').restUrl);
  });

  it('stays within 80 columns of a terminal, with colors', async () => {
    const terminal = new Terminal(PROGRAM, here('status'), { columns: 80 });
    expect(await terminal.ended).toBe(0);
    expect(terminal.raw).toContain('\x1b[31m✖\x1b[39m');
    expect(Math.max(...terminal.lines.map(widthOf))).toBeLessThanOrEqual(80);
    expect(terminal.lines.join(' ')).toContain('no live figures: the user of the kubeconfig has no token');
  });

  it('prints ASCII in a pipe, and JSON for programs', async () => {
    const { code, stdout } = await plugin('status', 'app');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^[\n -~]*$/);
    expect(stdout).toMatch(/^\|- \* web +running +1\/1$/m);
    const json = await plugin('status', '1', '-o', 'json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      applications: [{ namespace: team.namespace, name: 'app', id: 1, installs: [{ name: 'crashes' }] }],
    });
  });

  it('prints an error in one line, and exits with 2', async () => {
    const missing = await plugin('status', 'nothing');
    expect(missing).toMatchObject({ code: 2, stdout: '' });
    expect(missing.stderr).toBe(
      `error: the namespace ${team.namespace} has no application nothing; it has app\n`,
    );
    expect(await plugin('status', '--context', 'nowhere')).toMatchObject({
      code: 2,
      stderr: 'error: the kubeconfig has no context nowhere; it has local\n',
    });
    const without = await plugin('status', '--rest', inject('cluster').restUrl);
    expect(without.stdout).toContain('no live figures: the user of the kubeconfig has no token');
  });
});

describe('why', () => {
  it('explains a rule whose port does not exist', async () => {
    await team.condition('broken', 'Ready', 'False');
    const { code, stdout } = await plugin('why', 'rule/broken');
    expect(code).toBe(1);
    expect(stdout).toContain(`GatewayRule ${team.namespace}/broken is not ready: PortNotFound\n`);
    expect(stdout).toContain(
      'What to do: Use a port that the component has, or add the port to its Service.',
    );
    expect(stdout).toContain('has no port 81; it has 8080 (by name http)\n');
    expect(stdout).toMatch(/\d+[smh] ago PortNotFound/);
  });

  it('explains an install whose pods crash', async () => {
    await install.condition('Applied', 'False', 'ComponentsAbnormal');
    const { code, stdout } = await plugin('why', 'mi/crashes');
    expect(code).toBe(1);
    expect(stdout).toMatch(/! wave 1: db is not ready: \w+: container main of pod \S+ exited with 3\n/);
    expect(stdout).toContain('- wave 2: front waits for wave 1\n');
    expect(stdout).toMatch(/ago ComponentsAbnormal/);
  });

  it('finds no problem in a ready rule and its Gateway, and exits with 0', async () => {
    await team.condition('web', 'Ready', 'True');
    const { code, stdout } = await plugin('why', 'gatewayrule', 'web');
    expect(code).toBe(0);
    expect(stdout).toContain(`GatewayRule ${team.namespace}/web is ready\n`);
    expect(stdout).toMatch(/\* Gateway \S+ is set up\n/);
    expect(stdout).toContain('* port 8080 is open\n');
  });

  it('names an older competing rule', async () => {
    await team.rule('later', { domainPath: '/' });
    await team.condition('later', 'Accepted', 'False');
    const { code, stdout } = await plugin('why', 'gr/later', '-o', 'json');
    expect(code).toBe(1);
    const { reason, refersTo } = JSON.parse(stdout) as { reason: string; refersTo: unknown[] };
    expect(reason).toBe('Duplicate');
    expect(refersTo).toContainEqual({
      finding: 'bad',
      text: expect.stringContaining(`the older rule ${team.namespace}/web`),
    });
  });
});

it('a read-only user sees everything that they may read, and changes nothing', async () => {
  keepBusy();
  await eventually(async () => {
    const status = await asViewer('status', 'app', '--rest', inject('cluster').restUrl);
    expect(status).toMatchObject({ code: 0, stdout: expect.stringMatching(/web +running +1\/1 .* req\/s /) });
  });
  const why = await asViewer('why', 'rule/web');
  expect(why.stdout).toMatch(/- Gateway \S+: you may not look at it\n/);
  expect((await asViewer('why', 'install/crashes')).stdout).toContain('exited with 3');
  const opened = await asViewer('open', 'idle', '8080');
  expect(opened).toMatchObject({ code: 2, stdout: '' });
  expect(opened.stderr).toMatch(/^error: services "idle" is forbidden: .*cannot update/);
  expect((await asViewer('status', '-A')).stderr).toContain('is forbidden');
});

describe('the REST API behind its Service', () => {
  const SYSTEM = ['-n', 'stoa-system'];
  const permission = 'stoa-figures';

  it('is queried through the API server, if the user may', { timeout: 240_000 }, async () => {
    keepBusy();
    const relay = await relayTo(inject('cluster').restUrl);
    try {
      await offer(relay);
      expect((await asViewer('status')).stdout).toContain('cannot get resource "services/proxy"');
      await succeed([
        ...['create', 'role', permission, ...SYSTEM],
        ...['--verb=get', '--resource=services/proxy', '--resource-name=stoa-rest:http'],
      ]);
      await succeed([
        ...['create', 'rolebinding', permission, ...SYSTEM],
        ...[`--role=${permission}`, `--group=system:serviceaccounts:${team.namespace}`],
      ]);
      await eventually(async () => {
        expect((await asViewer('status')).stdout).toMatch(/web +running +1\/1 .* req\/s /);
      });
      expect((await asViewer('status', '--region', 'nowhere')).stdout).toContain(
        'no live figures: the Service stoa-system/stoa-rest of the REST API gives none (region_name: there is no region nowhere;',
      );
      await expectDrawnAtChanges();
    } finally {
      relay.close();
      const rights = [`role/${permission}`, `rolebinding/${permission}`];
      const made = ['pod/stoa-rest', 'service/stoa-rest', 'node/elsewhere', ...rights];
      await succeed(['delete', '--ignore-not-found', '--force', ...SYSTEM, ...made]);
    }
  });

  it('is reported as missing if it does not exist', async () => {
    const { stdout } = await asViewer('status', '--rest', `${team.namespace}/web`);
    expect(stdout).toContain(
      `no live figures: the Service ${team.namespace}/web of the REST API gives none (`,
    );
  });

  /** Creates a Service with the chart's name, and its pod, without which no request arrives. */
  async function offer({ ip, port }: Relay): Promise<void> {
    const metadata = { name: 'stoa-rest', namespace: 'stoa-system' };
    const spec = {
      nodeName: 'elsewhere',
      automountServiceAccountToken: false,
      tolerations: [{ operator: 'Exists' }],
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: 'main',
          image: 'example.com/none:1',
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        },
      ],
    };
    const targetRef = { kind: 'Pod', ...metadata };
    // Kubernetes evicts pods of a missing node after 40 s; no foreign pod may be on this one.
    const taints = [{ key: 'test.example.com/nobody', effect: 'NoExecute' }];
    const items = [
      { apiVersion: 'v1', kind: 'Node', metadata: { name: spec.nodeName }, spec: { taints } },
      { apiVersion: 'v1', kind: 'Pod', metadata, spec },
      { apiVersion: 'v1', kind: 'Service', metadata, spec: { ports: [{ name: 'http', port: 80 }] } },
      {
        apiVersion: 'v1',
        kind: 'Endpoints',
        metadata,
        subsets: [{ addresses: [{ ip, targetRef }], ports: [{ name: 'http', port }] }],
      },
    ];
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    await succeed(['apply', '--filename=-'], list);
    const status = JSON.stringify({ status: { podIP: ip, podIPs: [{ ip }] } });
    await succeed(['patch', 'pod', 'stoa-rest', ...SYSTEM, '--subresource=status', '--patch', status]);
  }

  async function succeed(args: readonly string[], input?: string): Promise<void> {
    const { code, stderr } = await kubectl(args, input);
    expect(code, stderr).toBe(0);
  }
});

describe('new', () => {
  const make = (...args: readonly string[]) =>
    run(PROGRAM, ['new', ...args, '-n', team.namespace, '--kubeconfig', inject('cluster').kubeconfig]);
  const host = () => `made.${team.host}`;

  it('prints a rule that kubectl applies, and says what it cannot use', async () => {
    const made = await make('rule', 'made', '--service', 'gone', '--port', '80', '--host', host());
    expect(made.stderr).toBe('');
    expect(made.stdout).toContain('# there is no Service gone here\n');
    const applied = await kubectl(['apply', '--dry-run=server', '-f', '-'], made.stdout);
    expect(applied).toMatchObject({ code: 0 });
  });

  it('creates a rule that carries traffic', async () => {
    const made = await make(
      'rule',
      'made',
      '--service',
      'web',
      '--port',
      '8080',
      '--host',
      host(),
      '--apply',
    );
    expect(made.stdout).toBe(`GatewayRule ${team.namespace}/made is created\n`);
    await team.condition('made', 'Ready', 'True');
    expect((await throughGateway(host())).status).toBe(200);
  });

  it('has the port by its name, and names a port that the gateway does not offer', async () => {
    const made = await make('rule', 'made-tcp', '--service', 'web', '--port', 'missing', '--listen', '1');
    expect(made.stderr).toBe('');
    expect(made.stdout).toContain('containerPort: missing\n');
    expect(made.stdout).toContain('has no port missing; it has ');
    expect(made.stdout).toMatch(/^# port 1 is not among the ports that the gateway offers, which are \d+/m);
  });

  it('gives an application the next number', async () => {
    expect((await make('app', 'second')).stdout).toContain('id: 2\n');
  });

  it('passes on why the API server refuses an object', async () => {
    const { code, stderr } = await make(
      'rule',
      'bad',
      '--service',
      'web',
      '--port',
      '8080',
      '--host',
      'Bad.Host',
    );
    expect(code).toBe(2);
    expect(stderr).toContain('spec.http.domainName');
  });
});

describe('open and close', () => {
  it('change a port: requests arrive, or do not, and the output names the change', async () => {
    const other = await Team.create(client);
    await other.component('web');
    await other.rule('web', { whetherOpen: false });
    await other.condition('web', 'ResolvedRefs', 'False');
    const change = (type: string) =>
      run(PROGRAM, [
        type,
        'web',
        '8080',
        '-n',
        other.namespace,
        '--kubeconfig',
        inject('cluster').kubeconfig,
      ]);
    expect(await change('open')).toMatchObject({
      code: 0,
      stdout:
        'gatewayrule.stoa.dev/web: spec.http.whetherOpen is true now; it was false\nport 8080 of component web is open\n',
    });
    await eventually(async () => expect((await throughGateway(other.host)).status).toBe(200));
    expect((await change('open')).stdout).toContain('is open already, by whetherOpen of the rule web');
    expect(await change('close')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('spec.http.whetherOpen is false now; it was true\n'),
    });
    await eventually(async () => expect((await throughGateway(other.host)).status).toBe(404));
    const rule = await client.get(GATEWAY_RULES, { namespace: other.namespace, name: 'web' });
    expect(rule.metadata.managedFields?.map(({ manager }) => manager)).toContain('kubectl-stoa');
  });

  it('change a port without a rule: at its Service', async () => {
    const opened = await plugin('open', 'idle', '8080');
    expect(opened.stdout).toBe(
      'service/idle: annotation stoa.dev/outer-ports is 8080 now; it was not set\nport 8080 of component idle is open, and no rule leads to it yet: create a GatewayRule\n',
    );
    expect((await plugin('close', 'idle', '8080')).stdout).toContain(
      'service/idle: annotation stoa.dev/outer-ports is gone now; it was 8080\n',
    );
    expect(await plugin('open', 'idle', '81')).toMatchObject({
      code: 2,
      stderr: 'error: component idle has no port 81; it has 8080 (by name http)\n',
    });
  });
});

it('kubectl finds the plugin', async () => {
  const { kubectl, kubeconfig } = inject('cluster');
  const path = process.env.PATH;
  process.env.PATH = `${BIN}:${path}`;
  try {
    const found = await run(kubectl, ['stoa', 'status', '-n', team.namespace, '--kubeconfig', kubeconfig]);
    expect(found).toMatchObject({ code: 0, stdout: expect.stringContaining(`${team.namespace}/app`) });
  } finally {
    process.env.PATH = path;
  }
});
