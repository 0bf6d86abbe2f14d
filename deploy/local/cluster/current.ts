import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { ensureBinaries } from '../binaries/ensure.ts';
import { linkBundle } from '../bundle.ts';
import { UserError } from '../errors.ts';
import type { Progress } from '../progress.ts';
import { repository } from '../repository.ts';
import { runTool } from '../runtool.ts';
import { type Run, startComponent, step } from '../supervisor/run.ts';
import { type Address, endpointOf } from './address.ts';
import { provideRenderer } from './charts.ts';
import type { AttachedCluster } from './clusterfile.ts';
import { operator, rest } from './components.ts';
import { type GatewaySettings, REGION_NAME, stoaConfig } from './configs.ts';
import { installBase } from './install.ts';
import { openKubectl } from './kubectl.ts';
import { checkPorts, SHARED_HOST } from './network.ts';

/** Asks on the terminal for consent to change the current cluster. Throws a UserError unless the answer is yes. */
export async function confirmCurrent(progress: Progress, signal: AbortSignal): Promise<void> {
  const { kubectl } = await ensureBinaries({ names: ['kubectl'], progress, signal });
  const context = (await runTool(kubectl, ['config', 'current-context'], { signal })).trim();
  if (!process.stdin.isTTY) {
    throw new UserError(
      `installing CRDs and roles into context ${context} needs a yes: add --yes to give it`,
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const question = `Install Stoa's CRDs and roles into context ${context} and run the operator against it? (yes/no) `;
  const answer = await terminal.question(question, { signal }).finally(() => terminal.close());
  if (answer.trim() !== 'yes') {
    throw new UserError('nothing was changed');
  }
}

/** Installs CRDs and base manifests into the user's cluster, and runs operator and REST API here with the user's credentials. */
export async function bringUpCurrent(
  run: Run,
  portBase: number,
  gateway: GatewaySettings,
): Promise<AttachedCluster> {
  const { state, signal, progress } = run;
  const address: Address = { host: SHARED_HOST, portBase };
  await checkPorts(address, { names: ['rest', 'restOps', 'operatorOps'], tcpRange: 'no tcp' });
  const binaries = await ensureBinaries({ names: ['kubectl'], progress, signal });
  provideRenderer(run, []);
  const view = ['config', 'view', '--minify', '--flatten', '--raw'];
  writeFileSync(state.kubeconfig, await runTool(binaries.kubectl, view, { signal }), { mode: 0o600 });
  const kubectl = openKubectl(binaries.kubectl, state, signal);
  await step(run, 'custom resource definitions', async () => {
    await kubectl.apply(`--filename=${repository.crds}`);
    await kubectl.run(
      'wait',
      '--for=condition=Established',
      `--filename=${repository.crds}`,
      '--timeout=30s',
    );
  });
  // The namespace of the operator's lease, and the roles for members of teams.
  await installBase({ run, kubectl });
  writeFileSync(state.stoaConfig, stoaConfig(address, gateway), { mode: 0o600 });
  await step(run, 'bundle of Stoa', () => linkBundle(state, signal));
  await Promise.all([
    startComponent(run, operator(address, state.kubeconfig, state)),
    startComponent(run, rest(address, state.kubeconfig, state)),
  ]);
  return {
    kubeconfig: state.kubeconfig,
    kubectl: binaries.kubectl,
    region: REGION_NAME,
    restUrl: `http://${endpointOf(address, 'rest')}`,
    restMetricsUrl: `http://${endpointOf(address, 'restOps')}/metrics`,
    operatorMetricsUrl: `http://${endpointOf(address, 'operatorOps')}/metrics`,
    pids: { supervisor: process.pid, ...run.fleet.pids },
  };
}
