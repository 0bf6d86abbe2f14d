import { beforeAll, describe, expect, inject, it } from 'vitest';
import { stringify } from 'yaml';
import { ensureBinaries } from '../../deploy/local/binaries/ensure.ts';
import { terminalProgress } from '../../deploy/local/progress.ts';
import { byTemplate, renderChart } from '../../deploy/package/render.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { GATEWAY_RULE_TYPE } from '../../src/objects/stoa.ts';
import { eventually } from '../support/eventually.ts';
import type { Ended } from './support/cli.ts';
import { recordLeftovers } from './support/leftovers.ts';
import { member } from './support/member.ts';
import { rest } from './support/traffic.ts';
import { connect, kubectl, Team } from './support/world.ts';

let client: KubeClient;
let team: Team;
let token: string;
const [port = 0] = inject('cluster').gatewayTcpPorts;

/** Halves of a rule in both spellings. */
interface Half {
  readonly kubectl: object;
  readonly rest: object;
}

function http(domainName: string, issuer?: string): Half {
  const settings = issuer === undefined ? {} : { autoSsl: true, autoSslConfig: issuer };
  const contract = issuer === undefined ? {} : { auto_ssl: true, auto_ssl_config: issuer };
  const open = { whetherOpen: true };
  return {
    kubectl: {
      protocol: 'http',
      http: { serviceId: 'web', containerPort: 8080, domainName, ...open, ...settings },
    },
    rest: {
      protocol: 'http',
      http: {
        service_id: 'web',
        container_port: 8080,
        domain_name: domainName,
        whether_open: true,
        ...contract,
      },
    },
  };
}

function tcp(at: number): Half {
  return {
    kubectl: {
      protocol: 'tcp',
      tcp: { serviceId: 'web', containerPort: 8080, endPoint: { ip: '0.0.0.0', port: at } },
    },
    rest: {
      protocol: 'tcp',
      tcp: {
        service_id: 'web',
        container_port: 8080,
        end_point: `0.0.0.0:${at}`,
        default_port: at,
        default_ip: '0.0.0.0',
      },
    },
  };
}

/** Applies a rule as a member of the team. */
function apply(half: Half, ...more: readonly string[]): Promise<Ended> {
  const metadata = { name: 'tried', namespace: team.namespace };
  const manifest = { ...GATEWAY_RULE_TYPE, metadata, spec: { appId: 1, ...half.kubectl } };
  return kubectl(
    ['apply', '--filename=-', `--as=system:serviceaccount:${team.namespace}:owner`, ...more],
    stringify(manifest),
  );
}

/** Expects that all three doors refuse a rule, and that each names the field. */
async function expectRefused(half: Half, path: string, field: string): Promise<void> {
  for (const more of [[], ['--dry-run=server']]) {
    const { code, stderr } = await apply(half, ...more);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`denied request: ${path}: `)]);
  }
  expect(
    await rest(`/teams/${team.id}/regions/local/apps/1/domains`, { token, body: half.rest }),
  ).toMatchObject({ status: 400, body: { errors: [expect.objectContaining({ field })] } });
}

/** Waits until the API server knows what was declared just now: a rule is refused. */
async function untilRefused(half: Half): Promise<void> {
  await eventually(async () => expect((await apply(half, '--dry-run=server')).code).toBe(1));
}

async function expectAdmitted(half: Half): Promise<void> {
  expect(await apply(half, '--dry-run=server')).toMatchObject({ code: 0, stderr: '' });
}

/** Creates the team of the next tests, with a component and a member. */
async function newTeam(): Promise<void> {
  team = await Team.create(client);
  await team.component('web');
  token = await member(client, { namespace: team.namespace, name: 'owner' }, { name: 'edit' });
  await eventually(async () => expectAdmitted(http(team.host)));
}

beforeAll(async () => {
  client = await connect();
});

describe('what the Namespace of the team declares', () => {
  beforeAll(async () => {
    await newTeam();
    const annotations = {
      'stoa.dev/hosts': `*.${team.host}, ${team.host}`,
      'stoa.dev/ports': `${port}, 31900-31910`,
      'stoa.dev/issuers': 'clusterissuer/ours',
    };
    const words = Object.entries(annotations).map(([key, value]) => `${key}=${value}`);
    expect(await kubectl(['annotate', 'namespace', team.namespace, ...words])).toMatchObject({ code: 0 });
    await untilRefused(http('declared.example.net'));
  });

  it('holds for hosts', async () => {
    await expectRefused(http('other.example.net'), 'spec.http.domainName', 'http.domain_name');
    await expectRefused(http('*.example.com'), 'spec.http.domainName', 'http.domain_name');
    await expectAdmitted(http(`a.b.${team.host}`));
    await expectAdmitted(http(`*.${team.host}`));
  });

  it('holds for ports', async () => {
    await expectRefused(tcp(31911), 'spec.tcp.endPoint.port', 'tcp.end_point');
    await expectAdmitted(tcp(port));
    await expectAdmitted(tcp(31905));
  });

  it('holds for issuers', async () => {
    const mine = http(team.host, 'issuer/mine');
    await expectRefused(mine, 'spec.http.autoSslConfig', 'http.auto_ssl_config');
    await expectAdmitted(http(team.host, 'clusterissuer/ours'));
  });

  it('is refused to members of the team', async () => {
    const { code, stderr } = await kubectl([
      'annotate',
      'namespace',
      team.namespace,
      '--overwrite',
      'stoa.dev/hosts=*.example.net',
      `--as=system:serviceaccount:${team.namespace}:owner`,
    ]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('cannot patch resource "namespaces"')]);
  });

  it('leaves a rule that had its host before, but gives it no other', async () => {
    await newTeam();
    await team.rule('old', { domainName: `old.${team.host}` });
    const annotation = `stoa.dev/hosts=*.declared.${team.host}`;
    expect(await kubectl(['annotate', 'namespace', team.namespace, annotation])).toMatchObject({ code: 0 });
    await untilRefused(http(team.host));
    await team.rule('old', { domainName: `old.${team.host}`, domainPath: '/v1' });
    await expect(team.rule('old', { domainName: `other.${team.host}` })).rejects.toThrow('declared');
    expect(await kubectl(['delete', '--namespace', team.namespace, 'gatewayrule', 'old'])).toMatchObject({
      code: 0,
    });
  });
});

it('a pattern for a top-level domain needs a declaration', async () => {
  await newTeam();
  await expectRefused(http('*.example'), 'spec.http.domainName', 'http.domain_name');
});

describe('what the configuration declares', () => {
  const bank = 'bank.admission.example.com';

  beforeAll(async () => {
    await newTeam();
    const gateway = {
      teams: {
        bank: { hosts: [`*.${bank}`], ports: '31920-31929' },
        [team.id]: { hosts: [`*.${team.host}`, `shop.${bank}`], issuers: ['clusterissuer/ours'] },
      },
    };
    const config = {
      gateway,
      operator: { watchNamespaces: [team.namespace] },
      market: { domain: `apps.${team.host}` },
    };
    await applyPolicy(`names-${team.id}`, config);
    await untilRefused(http('declared.example.net'));
  });

  it('holds for hosts', async () => {
    await expectRefused(http('other.example.net'), 'spec.http.domainName', 'http.domain_name');
    await expectRefused(http(`pay.${bank}`), 'spec.http.domainName', 'http.domain_name');
    await expectRefused(http(`*.admission.example.com`), 'spec.http.domainName', 'http.domain_name');
    await expectAdmitted(http(`shop.${bank}`));
    await expectAdmitted(http(`*.${team.host}`));
  });

  it('holds for ports', async () => {
    await expectRefused(tcp(31920), 'spec.tcp.endPoint.port', 'tcp.end_point');
    await expectAdmitted(tcp(31930));
  });

  it('holds for issuers', async () => {
    const mine = http(`a.${team.host}`, 'issuer/mine');
    await expectRefused(mine, 'spec.http.autoSslConfig', 'http.auto_ssl_config');
    await expectAdmitted(http(`a.${team.host}`, 'clusterissuer/ours'));
  });
});

it('a thousand declarations cost a write less than its budget', async () => {
  await newTeam();
  const hosts = Array.from({ length: 1000 }, (_, index) => `*.team-${index}.customers.example.com`);
  const config = {
    gateway: { teams: { many: { hosts } } },
    operator: { watchNamespaces: [team.namespace] },
  };
  await applyPolicy(`names-${team.id}`, config);
  await untilRefused(http('a.team-999.customers.example.com'));
  await expectAdmitted(http(`*.${team.host}`));
});

/** Applies the policy of the chart with a configuration. */
async function applyPolicy(release: string, config: object): Promise<void> {
  const { helm } = await ensureBinaries({
    names: ['helm'],
    progress: terminalProgress({ isTTY: false, write: () => true }),
  });
  const rendered = await renderChart({
    helm,
    release,
    args: [`--set-json=config=${JSON.stringify(config)}`],
  });
  const policy = byTemplate(rendered).get('access/names.yaml') ?? [];
  recordLeftovers(
    `validatingadmissionpolicybinding/${release}-names`,
    `validatingadmissionpolicy/${release}-names`,
  );
  expect(await kubectl(['apply', '--filename=-'], policy.join('---\n'))).toMatchObject({ code: 0 });
}
