import { describe, expect, it } from 'vitest';
import { drawStatus } from '../../../../src/plugin/status/draw.ts';
import { unownedViewOf, viewOf } from '../../../../src/plugin/status/view.ts';
import { colourful, plain } from '../../../../src/plugin/text/look.ts';
import { widthOf } from '../../../../src/plugin/text/measure.ts';
import { applicationOf } from '../../../support/applications.ts';
import { ruleOf } from '../../../support/rules.ts';
import { FIGURES_OF_SHOP, shop } from '../scene.ts';
import { expectGolden, withoutColours } from '../support.ts';

const REMARK = 'no live figures: the namespace team has no label stoa.dev/team';

describe('the tree of an application', () => {
  it.each([
    ['status-plain', plain(undefined)],
    ['status-plain-80', plain(80)],
    ['status-80', colourful(80)],
    ['status-120', colourful(120)],
  ])('is drawn as in %s', (name, look) => {
    const lines = drawStatus({ applications: [viewOf(shop(), FIGURES_OF_SHOP)], remarks: [] }, look);
    expectGolden(name, lines.map(withoutColours));
    expect(Math.max(...lines.map((line) => widthOf(withoutColours(line))))).toBeLessThanOrEqual(
      look.width ?? 1000,
    );
  });

  it('shows figures whole on terminals of 60 columns and more', () => {
    for (let width = 60; width <= 140; width += 1) {
      const lines = drawStatus(
        { applications: [viewOf(shop(), FIGURES_OF_SHOP)], remarks: [] },
        plain(width),
      );
      expect(lines.filter((line) => /253 req\/s .* 10 ms$/.test(line))).toHaveLength(1);
    }
  });

  it('is drawn without figures where there are none, with the reason', () => {
    const empty = viewOf({ application: applicationOf(), rules: [], installs: [] }, new Map());
    expect(drawStatus({ applications: [empty, empty], remarks: [REMARK] }, plain(80))).toEqual([
      'team/shop (app 1)',
      '   the operator has not looked at it yet',
      '',
      'team/shop (app 1)',
      '   the operator has not looked at it yet',
      '',
      `   ${REMARK}`,
    ]);
  });

  it('has colours for states, and none in a plain look', () => {
    const draw = (look: ReturnType<typeof plain>) =>
      drawStatus({ applications: [viewOf(shop(), new Map())], remarks: [] }, look).join('\n');
    expect(draw(colourful(80))).toContain('\x1b[31m✖\x1b[39m');
    expect(draw(plain(80))).not.toContain('\x1b');
    expect(draw(plain(80))).toMatch(/^[\n -~]*$/);
  });

  it('shows texts in any script, without characters that a terminal acts on', () => {
    const application = { ...applicationOf(), spec: { id: 1, displayName: '店\x1b[2J' } };
    const applications = [viewOf({ application, rules: [], installs: [] }, new Map())];
    const lines = drawStatus({ applications, remarks: [] }, plain(80));
    expect(lines[0]).toBe('team/shop 店 [2J (app 1)');
  });
});

it('rules of no application are shown, with the way to one', () => {
  const rules = [ruleOf({ serviceId: undefined, serviceName: 'web' } as never, { name: 'web' })];
  const draw = (hasApplications: boolean) =>
    drawStatus(
      { applications: [], unowned: [unownedViewOf('mine', hasApplications, rules)], remarks: [] },
      plain(undefined),
    );
  expect(draw(false)).toEqual([
    'mine rules without an application',
    '|  make one for them: kubectl stoa new app NAME --apply -n mine',
    '`- ~ http://shop.example.com/ -> web 8080  web  Pending',
    '      the operator has not looked at it yet',
  ]);
  expect(draw(true)[1]).toContain('spec.application');
});
