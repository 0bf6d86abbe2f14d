import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readyConditionOf } from '../../../src/objects/readiness.ts';
import * as diff from '../../../src/plugin/diff/draw.ts';
import * as plan from '../../../src/plugin/plan/draw.ts';
import { drawStatus } from '../../../src/plugin/status/draw.ts';
import { viewOf } from '../../../src/plugin/status/view.ts';
import { colourful, type Look, plain } from '../../../src/plugin/text/look.ts';
import { widthOf } from '../../../src/plugin/text/measure.ts';
import { drawReport } from '../../../src/plugin/who/draw.ts';
import { reportOn } from '../../../src/plugin/who/report.ts';
import { drawExplanation } from '../../../src/plugin/why/draw.ts';
import { explanationOf } from '../../../src/plugin/why/explanation.ts';
import { installFacts } from '../../../src/plugin/why/install.ts';
import { ruleOf } from '../../support/rules.ts';
import { entryOf } from '../match/scene.ts';
import { INSTALL as PLANNED, upgradePreview } from './plan/scene.ts';
import { FIGURES_OF_SHOP, shop } from './scene.ts';
import { ACTING, withoutOwnColours } from './support.ts';
import { anyText } from './text/arbitrary.ts';
import { foreignRoute, get, observedWith, ruleRoute } from './who/scene.ts';
import { INSTALL, observedInstall } from './why/scene.ts';

/** Members that the plugin itself sets, or decodes: no text of others reaches them. */
const DECIDED = ['finding', 'action', 'topic'];

/** A value with `text` in all its texts, but for those that are decided; the names of members stay. */
function poisoned<T>(value: T, text: string): T {
  return changed(value, (each) => `${text}${each}${text}`) as T;
}

function changed(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') {
    return change(value);
  }
  if (Array.isArray(value)) {
    return value.map((each) => changed(each, change));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).map(([name, each]) => [
          name,
          DECIDED.includes(name) ? each : changed(each, change),
        ]),
      )
    : value;
}

/** A view of an application, whose verdicts are the plugin's. */
function poisonedView(text: string) {
  const view = viewOf(shop(), FIGURES_OF_SHOP);
  const rules = <Rule extends (typeof view.otherRules)[number]>(all: readonly Rule[]) =>
    all.map((each) => withState(each, text));
  return {
    ...withState(view, text),
    components: view.components.map((each) => ({ ...poisoned(each, text), rules: rules(each.rules) })),
    otherRules: rules(view.otherRules),
    installs: view.installs.map((each) => withState(each, text)),
  };
}

function withState<T extends { readonly readiness: { readonly state: string } }>(value: T, text: string): T {
  const { state } = value.readiness;
  const other = poisoned(value, text);
  return { ...other, readiness: { ...other.readiness, state } };
}

const EVENTS = [
  { at: '2026-01-01T00:00:00Z', type: 'Warning', reason: 'Failed', note: 'a note' },
  { at: 'never', type: 'Normal', reason: 'Done', note: '' },
];

/** All drawings, with a text in each field of what they draw. */
const DRAWINGS: Readonly<Record<string, (text: string, look: Look) => readonly string[]>> = {
  status: (text, look) => {
    const applications = [poisonedView(text)];
    const unowned = applications.map(({ otherRules }) => ({
      namespace: text,
      hasApplications: true,
      rules: otherRules,
    }));
    return drawStatus({ applications, unowned, remarks: [text, `remark ${text}`] }, look);
  },
  why: (text, look) => {
    const facts = installFacts(observedInstall());
    const explanation = explanationOf(INSTALL, readyConditionOf(INSTALL), facts, EVENTS);
    return drawExplanation(poisoned(explanation, text), 0, look);
  },
  plan: (text, look) => plan.drawPlan(poisoned(PLANNED, text), poisoned(upgradePreview(), text), look),
  'a plan that is refused': (text, look) => {
    const preview = { requested: '1', version: '2', refused: { reason: 'Rejected', message: 'why' } };
    return plan.drawPlan(poisoned(PLANNED, text), poisoned(preview, text), look);
  },
  who: (text, look) => {
    const report = reportOn(
      get('http://shop.example.com/cart'),
      observedWith([ruleRoute(), foreignRoute()]),
      undefined,
    );
    return drawReport({ ...poisoned(report, text), answers: report.answers }, look);
  },
};

describe.each(Object.entries(DRAWINGS))('%s', (_, draw) => {
  it('has no character that a terminal acts on, whatever its fields have', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(80, undefined), (text, width) => {
        const lines = [...draw(text, plain(width)), ...draw(text, colourful(width)).map(withoutOwnColours)];
        for (const line of lines) {
          expect(line).not.toMatch(ACTING);
          expect(widthOf(line)).toBeLessThanOrEqual(width ?? Number.POSITIVE_INFINITY);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('shows a harmless text as it is', () => {
    expect(draw('店铺!', plain(undefined)).join('\n')).toContain('店铺!');
  });
});

it('a diff has no character that a terminal acts on, whatever its objects have', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const [before, after] = [poisoned(ruleOf(), text), poisoned(ruleOf({ theWeight: 3 }), `${text}!`)];
      const lines = [
        ...diff.drawObject({ before, after }),
        ...diff.drawChanges(text, poisoned(upgradePreview(), text)),
        ...diff.notesOnRule(after, entryOf(text)),
      ];
      for (const line of lines) {
        expect(line).not.toMatch(ACTING);
      }
    }),
    { numRuns: 50 },
  );
});
