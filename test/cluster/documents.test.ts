import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureBinaries } from '../../deploy/local/binaries/ensure.ts';
import { DEFAULT_PORT_BASE, endpointOf } from '../../deploy/local/cluster/address.ts';
import { type BareControlPlane, startControlPlane } from '../../deploy/local/cluster/controlplane.ts';
import { terminalProgress } from '../../deploy/local/progress.ts';
import { repository } from '../../deploy/local/repository.ts';
import { type StateFolder, stateFolder } from '../../deploy/local/supervisor/statefolder.ts';
import { type Command, commandsOf } from '../documents/command.ts';
import { documents } from '../documents/documents.ts';
import { isExcused } from '../documents/excused.ts';
import { prints } from '../documents/shown.ts';
import { eventually } from '../support/eventually.ts';
import { cli, newStateFolder, run, startCluster } from './support/cli.ts';
import { Shell } from './support/shell.ts';

const progress = terminalProgress({ isTTY: false, write: () => true });

const PROMETHEUS_CRDS = join(repository.root, 'deploy/local/crds/prometheus-operator');
const BASE = join(repository.root, 'deploy/base');

/** Start of the type of every REST API error; curl exits with 0 nonetheless. */
const PROBLEM = '"https://stoa.dev/problems/';

/** Pages and sections that require a cluster of the reader's own. All others use that of npm start. */
const OWN_CLUSTER = ['README.md#install-stoa-on-your-cluster', 'docs/operations.md'];

// Clusters of these tests only, because the documents show every object in the cluster.
let folder: string;
let kubectl: string;
let helm: string;

beforeAll(async () => {
  folder = await newStateFolder();
  ({ kubectl, helm } = await ensureBinaries({ names: ['kubectl', 'helm'], progress }));
  await checkout(join(folder, 'checkout'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Creates a folder with the files of a checkout, and a `.stoa` of these tests. */
async function checkout(to: string): Promise<void> {
  const others = ['.git', '.stoa', 'node_modules'].map((name) => join(repository.root, name));
  await cp(repository.root, to, { recursive: true, filter: (source) => !others.includes(source) });
  await symlink(join(repository.root, 'node_modules'), join(to, 'node_modules'));
  await symlink(join(folder, 'state'), join(to, '.stoa'));
}

/** The commands of the documents for one of the two clusters, by document. */
function commandsFor(cluster: 'local' | 'own'): [string, Command[]][] {
  return [...documents()].flatMap(([document, page]) => {
    const commands = commandsOf(page).filter(({ text, section }) => {
      const own = [document, `${document}#${section}`].some((place) => OWN_CLUSTER.includes(place));
      return (cluster === 'own') === own && !isExcused(text);
    });
    return commands.length === 0 ? [] : [[document, commands] satisfies [string, Command[]]];
  });
}

/** Runs the commands of a document in sequence, and compares their output with the output in the document. */
async function follow(document: string, commands: readonly Command[], env: NodeJS.ProcessEnv): Promise<void> {
  const PATH = [dirname(kubectl), dirname(helm), process.env.PATH].join(':');
  const shell = await Shell.open(join(folder, 'checkout'), { PATH, ...env });
  try {
    for (const command of commands) {
      await obey(shell, `${document}:${command.line}`, command);
    }
  } finally {
    await shell.close();
  }
}

async function obey(shell: Shell, place: string, { text, shows }: Command): Promise<void> {
  const once = async () => {
    const { code, stdout, stderr } = await shell.run(text);
    expect(code, `${place}: ${text}\n${stdout}${stderr}`).toBe(0);
    if (shows === undefined) {
      expect(stdout, `${place}: ${text}`).not.toContain(PROBLEM);
    } else if (!prints(stdout, shows)) {
      expect(stdout, `${place}: ${text}`).toBe(shows);
    }
  };
  await (shows !== undefined && isLook(text) ? eventually(once) : once());
}

/** Whether a command only reads, so that a reader may repeat it until the shown output appears. */
function isLook(command: string): boolean {
  return /^(kubectl ((-n \S+ )?get|stoa status)|curl (?!.*(-X|-d|--data)))/.test(command);
}

describe('on the cluster of npm start', () => {
  let state: StateFolder;

  beforeAll(async () => {
    state = stateFolder(join(folder, 'state'));
    await startCluster(state.folder);
  });

  afterAll(async () => {
    expect(await cli('stop', `--state-dir=${state.folder}`)).toMatchObject({ code: 0 });
  });

  it.each(commandsFor('local'))('%s', async (document, commands) => {
    await follow(document, commands, {});
    await startAfresh(state.kubeconfig);
  });
});

/** Deletes all objects of a document, so that the next one finds the objects of npm start only. */
async function startAfresh(kubeconfig: string): Promise<void> {
  const team = '--namespace=team-shop';
  for (const args of [
    ['delete', 'marketinstalls,gatewayrules', '--all', team],
    ['apply', '--server-side', '--force-conflicts', `--filename=${repository.examples}`],
    ['wait', '--for=condition=Ready', 'gatewayrules', '--all', team],
  ]) {
    await succeed(kubectl, ...args, `--kubeconfig=${kubeconfig}`);
  }
}

async function succeed(program: string, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await run(program, args);
  expect(code, `${program} ${args.join(' ')}: ${stderr}`).toBe(0);
}

describe('on a cluster of the reader', () => {
  let plane: BareControlPlane;
  let node: ChildProcess;
  let kubeconfig: string;

  beforeAll(async () => {
    plane = await startControlPlane({ stateDir: join(folder, 'own'), progress });
    node = spawn(process.execPath, [repository.node], { env: nodeEnvironment(plane), stdio: 'ignore' });
    kubeconfig = `--kubeconfig=${plane.kubeconfig}`;
    await succeed(kubectl, 'apply', '--server-side', `--filename=${PROMETHEUS_CRDS}`, kubeconfig);
  });

  // A reader begins without any object of Stoa.
  beforeEach(async () => {
    await succeed(kubectl, 'delete', '--ignore-not-found', `--kustomize=${BASE}`, kubeconfig);
    await succeed(helm, 'uninstall', '--ignore-not-found', 'stoa-crds', kubeconfig);
    await succeed(kubectl, 'delete', '--ignore-not-found', `--filename=${repository.crds}`, kubeconfig);
  });

  afterAll(async () => {
    node.kill();
    await once(node, 'exit');
    await plane.stop();
  });

  it.each(commandsFor('own'))('%s', async (document, commands) => {
    await follow(document, commands, { KUBECONFIG: plane.kubeconfig });
  });
});

/** Environment of a process of the node that serves pods, at the same port as in a complete cluster. */
function nodeEnvironment({ kubeconfig, host }: BareControlPlane): NodeJS.ProcessEnv {
  const address = { host, portBase: DEFAULT_PORT_BASE };
  return { KUBECONFIG: kubeconfig, POD_NETWORK: endpointOf(address, 'podNetwork') };
}
