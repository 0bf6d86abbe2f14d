import type { z } from 'zod';
import { visible } from '../../base/visible.ts';
import type { storeAppPageSchema, storeAppRecordSchema } from '../../rest/resources/store/record.ts';
import { rendered, type Span, span } from '../text/line.ts';
import type { Look } from '../text/look.ts';
import { widthOf } from '../text/measure.ts';

type Page = z.infer<typeof storeAppPageSchema>;
type App = z.infer<typeof storeAppRecordSchema>;

/** Most versions in a line. */
const MAX_VERSIONS = 20;

/** Lines of a page of what a store offers. Pure. */
export function drawPage({ apps, total }: Page, look: Look): string[] {
  const name = columnOf(apps.map(({ app_model_id: id }) => id));
  const version = columnOf(apps.map((app) => app.version));
  const lines = apps.map((app): Span[] => [
    span(name(app.app_model_id), 'strong'),
    span('  '),
    span(version(app.version)),
    span('  '),
    span(app.desc, 'faint'),
  ]);
  const more = total - apps.length;
  const rest = [
    ...(total === 0 ? ['There is nothing with this in its name.'] : []),
    ...(more > 0 ? [`And ${more} more: give a text that their names have.`] : []),
  ];
  return [...lines, ...rest.map((text) => [span(text, 'faint')])].map((line) => rendered(line, look));
}

/** Lines of a chart or an application model. Pure. */
export function drawApp(app: App, look: Look): string[] {
  const { app_model_id: id, app_model_name: name, desc, versions, values, problem } = app;
  const named = versions.slice(0, MAX_VERSIONS).join(', ');
  const more = versions.length - MAX_VERSIONS;
  const head = [
    span(id, 'strong'),
    span(name === id ? '' : ` ${name}`),
    span(desc === '' ? '' : `  ${desc}`),
  ];
  const lines = [
    head,
    [span('versions: ', 'faint'), span(`${named}${more > 0 ? `, and ${more} more` : ''}`)],
    ...(problem === '' ? [] : [[span(`There are no values: ${problem}`, 'bad')]]),
    ...(values === null ? [] : valuesIn(values)),
  ];
  return lines.map((line) => rendered(line, look));
}

function valuesIn({ version, text, cut, required }: NonNullable<App['values']>): Span[][] {
  return [
    ...(required.length === 0
      ? []
      : [[span('values to give: ', 'faint'), span(required.join(', '), 'strong')]]),
    [span(`values of ${version}${text.trim() === '' ? ': none' : ':'}`, 'faint')],
    ...text
      .trimEnd()
      .split(/\r?\n/)
      .map((line) => [span(line === '' ? '' : `  ${line}`)]),
    ...(cut ? [[span('  and more', 'faint')]] : []),
  ];
}

/** Padding of texts to the width of the widest. */
function columnOf(texts: readonly string[]): (text: string) => string {
  const width = Math.max(0, ...texts.map((text) => widthOf(visible(text))));
  return (text) => text + ' '.repeat(width - widthOf(visible(text)));
}
