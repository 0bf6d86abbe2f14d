import { expect, it } from 'vitest';
import { countText, narrow, whyNone } from '../../../../../src/console/pages/application/narrow.ts';
import { someComponent, someInstall, someRule, someTopology } from '../../topology.ts';

const topology = someTopology({
  rules: [
    someRule({ rule_id: 'r1', name: 'front', service_id: 'web' }),
    someRule({ rule_id: 'r2', name: 'wrong', service_id: 'api', ready: 'False', reason: 'PortNotFound' }),
  ],
  components: [
    someComponent({ service_id: 'web', name: 'web' }),
    someComponent({ service_id: 'api', name: 'api' }),
    someComponent({ service_id: 'db', name: 'database', state: 'abnormal', reason: 'CrashLoopBackOff' }),
  ],
  installs: [someInstall()],
});

function names(choice: { readonly text?: string; readonly onlyTrouble?: boolean }): string[] {
  const { rules, components, installs } = narrow(topology, { text: '', onlyTrouble: false, ...choice });
  return [...rules, ...components, ...installs].map(({ name }) => name);
}

it('no choice leaves everything', () => {
  expect(narrow(topology, { text: ' ', onlyTrouble: false })).toBe(topology);
});

it('only what is not well is left, with the components of such rules', () => {
  expect(names({ onlyTrouble: true })).toEqual(['wrong', 'api', 'database']);
});

it.each([
  ['FRONT', ['front', 'web']],
  ['database', ['database']],
  ['crashloop', ['database']],
  ['portnot', ['wrong', 'api']],
  ['shop', ['shop']],
  ['nothing', []],
])('the text %s leaves %j', (text, expected) => {
  expect(names({ text })).toEqual(expected);
});

it('a stopped component that a rule leads to is not well', () => {
  const stopped = { ...topology, components: [someComponent({ state: 'closed' })], rules: [someRule()] };
  const { components, rules } = narrow(stopped, { text: '', onlyTrouble: true });
  expect([...components, ...rules]).toHaveLength(2);
});

it('a list that a choice leaves empty says that all is well, or that the filter leaves none', () => {
  expect(whyNone('rules', 0, { text: '', onlyTrouble: true })).toBeUndefined();
  expect(whyNone('rules', 6, { text: ' ', onlyTrouble: true })).toContain('All is well');
  expect(whyNone('rules', 6, { text: 'x', onlyTrouble: true })).toContain('The filter leaves none');
  expect([countText(0, 6), countText(6, 6)]).toEqual(['0 of 6', '6']);
});
