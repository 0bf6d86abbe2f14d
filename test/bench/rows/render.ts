import { join } from 'node:path';
import { repository } from '../../../deploy/local/repository.ts';
import { sandboxesSeen } from '../../fuzz/charts/watch.ts';
import { chartArchive, folderArchive } from '../../support/chartarchive.ts';
import { contentOf, renderRequest, testRenderer } from '../../support/charts.ts';
import { chartFiles } from '../chart.ts';
import { type Row, repeated, spread } from '../row.ts';

/** Template that makes keys, which takes longer than all else that charts do. */
const KEYS = `
apiVersion: v1
kind: Secret
metadata: { name: {{ .Release.Name }} }
{{- $authority := genCA "bench" 365 }}
{{- $own := genSignedCert "bench" nil (list "bench") 365 $authority }}
stringData: { tls.crt: {{ $own.Cert | quote }}, tls.key: {{ $own.Key | quote }} }
`;

/** Figures of two renderings in a process that begins with them. */
interface Life {
  readonly firstMs: number;
  readonly nextMs: number;
  readonly peakMib: number;
}

/** Rows on renderings of charts: with dependencies, of many objects, and with keys. */
export async function render(): Promise<Row[]> {
  const archives = [
    await folderArchive(join(repository.root, 'test/charts/shop')),
    chartArchive('large', chartFiles()),
    chartArchive('keys', { 'templates/keys.yaml': KEYS }),
  ];
  const rounds = await repeated(() => renderLives(archives));
  const lives = rounds.flat();
  const row = (figure: string, unit: string, of: (life: Life) => number): Row => ({
    figure,
    measured: spread(lives.map(of), unit),
    bar: 'for comparison',
    met: true,
  });
  return [
    row('rendering of a chart, the first of a process', 'ms', ({ firstMs }) => firstMs),
    row('the same again, in this process', 'ms', ({ nextMs }) => nextMs),
    row('peak resident memory of the process', 'MiB', ({ peakMib }) => peakMib),
  ];
}

/** Renders each chart twice, in a process of its own. */
async function renderLives(archives: readonly Uint8Array[]): Promise<Life[]> {
  const lives: Life[] = [];
  for (const archive of archives) {
    const renderer = await testRenderer();
    const take = async () => {
      const began = performance.now();
      contentOf(await renderer.render(renderRequest(archive)));
      return performance.now() - began;
    };
    const [firstMs, nextMs] = [await take(), await take()];
    const peakMib = Math.max(...sandboxesSeen().map((each) => each.peakMib));
    await renderer.close();
    lives.push({ firstMs, nextMs, peakMib });
  }
  return lives;
}
