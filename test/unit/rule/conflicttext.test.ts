import { expect, it } from 'vitest';
import type { Conflict } from '../../../src/rule/conflict.ts';
import { conflictText } from '../../../src/rule/conflicttext.ts';
import { effective } from '../../../src/rule/effective.ts';
import { ruleOf, tcpRuleOf, tlsRuleOf } from '../../support/rules.ts';

const shop = ruleOf({ domainPath: '/a' });
const redirect = ruleOf({ ruleExtensions: [{ key: 'httptohttps', value: 'true' }] });

it.each<[Conflict['type'], typeof shop, string]>([
  [
    'duplicate',
    shop,
    'another rule sends the same requests for shop.example.com/a to the same port of the same component',
  ],
  [
    'redirect',
    shop,
    'another rule has shop.example.com/a for itself, as it redirects to HTTPS: use another path, or remove httptohttps from it',
  ],
  [
    'redirect',
    redirect,
    'httptohttps needs shop.example.com/ for itself, and another rule is there: use another path, or remove httptohttps',
  ],
  ['address', tcpRuleOf(), '30000 is taken by another rule'],
  [
    'ending',
    shop,
    'another rule passes TLS connections to shop.example.com on to a component, so that the gateway has no certificate for it: use another host, or no certificate',
  ],
  ['ending', tlsRuleOf(), 'another rule has TLS connections to shop.example.com: use another host'],
  ['address', tcpRuleOf({ transport: 'UDP' }), '30000 for UDP is taken by another rule'],
])('the conflict %s is one sentence', (type, { spec }, text) => {
  expect(conflictText(type, effective(spec), 'another rule')).toBe(text);
});
