import { describe, expect, it } from 'vitest';
import { colourful, plain } from '../../../../src/plugin/text/look.ts';
import { drawReport } from '../../../../src/plugin/who/draw.ts';
import { reportOn } from '../../../../src/plugin/who/report.ts';
import { gatewayWith, routeNamed } from '../../match/scene.ts';
import { expectGolden, withoutColours } from '../support.ts';
import { classOf, foreignRoute, GRANT, get, observedWith, ruleRoute } from './scene.ts';

const BOTH = [ruleRoute(), foreignRoute()];

describe('a report', () => {
  it('names the rule of Stoa, its backends and their shares, and a missing grant', () => {
    const report = reportOn(get('http://shop.example.com/'), observedWith(BOTH), undefined);
    expectGolden('who', drawReport(report, colourful(100)).map(withoutColours));
    expect(report).toMatchObject({
      answers: 'backend',
      gateway: 'ops/main',
      route: { namespace: 'shop', name: 'route-1', rule: 0, gatewayRules: ['store'] },
      backends: [
        { name: 'web', namespace: 'shop', percent: 90 },
        { name: 'canary', namespace: 'lab', percent: 10, problem: expect.stringContaining('ReferenceGrant') },
      ],
    });
    const granted = reportOn(
      get('http://shop.example.com/'),
      observedWith(BOTH, { grants: [GRANT] }),
      undefined,
    );
    expect(granted.backends.map(({ problem }) => problem)).toEqual([undefined, undefined]);
  });

  it('names a route that others wrote, the runner-up, and where the engine departs from the Gateway API', () => {
    const report = reportOn(get('http://shop.example.com/cart/1'), observedWith(BOTH), undefined);
    expectGolden('who-shadowed', drawReport(report, plain(undefined)));
    expect(report).toMatchObject({
      route: { name: 'other', gatewayRules: [] },
      runnerUp: { name: 'route-1', gatewayRules: ['store'] },
      notes: [expect.stringContaining('by the Gateway API, HTTPRoute shop/route-1')],
    });
    const envoy = [classOf('gateway.envoyproxy.io/gatewayclass-controller')];
    expect(
      reportOn(get('http://shop.example.com/cart/1'), observedWith(BOTH, { classes: envoy }), undefined),
    ).toMatchObject({ route: { name: 'route-1' }, notes: [] });
  });

  it('knows a redirect, a rule without a backend, and weights of 0', () => {
    const rules = [
      { matches: [{ path: { value: '/r' } }], filters: [{ type: 'RequestRedirect' }] },
      { matches: [{ path: { value: '/none' } }] },
      { matches: [{ path: { value: '/zero' } }], backendRefs: [{ name: 'web', port: 80, weight: 0 }] },
    ];
    const observed = observedWith([routeNamed('one', { rules })]);
    const answers = ['/r', '/none', '/zero', '/other'].map(
      (path) => reportOn(get(`http://a.example.com${path}`), observed, undefined).answers,
    );
    expect(answers).toEqual(['redirect', 'error', 'error', 'nobody']);
  });

  it('says where nobody listens, and what does', () => {
    const observed = observedWith(BOTH);
    expect(reportOn(get('https://shop.example.com/'), observed, undefined)).toMatchObject({
      answers: 'nobody',
      why: 'no listener is for https on port 443; there are http on port 80',
    });
    const one = { gateways: [gatewayWith([{ name: 'http', port: 80, protocol: 'HTTP', hostname: 'a.b' }])] };
    expect(reportOn(get('http://shop.example.com/'), observedWith(BOTH, one), undefined).why).toBe(
      'no listener on port 80 is for the host shop.example.com',
    );
  });

  it('asks for a Gateway where several listen', () => {
    const [first] = observedWith([]).gateways;
    const second = { ...first, metadata: { ...first?.metadata, name: 'second' } } as NonNullable<
      typeof first
    >;
    const observed = observedWith(BOTH, { gateways: first === undefined ? [] : [first, second] });
    const url = get('http://shop.example.com/');
    expect(() => reportOn(url, observed, undefined)).toThrow('name one by --gateway: ops/main, ops/second');
    expect(reportOn(url, observed, 'ops/main').answers).toBe('backend');
    expect(reportOn(url, observed, 'ops/second').answers).toBe('nobody');
    expect(() => reportOn(url, observed, 'ops/third')).toThrow('there is no Gateway ops/third');
    expect(() => reportOn(url, observedWith([], { gateways: [] }), undefined)).toThrow('there is no Gateway');
  });

  it('tells what the user may not read', () => {
    const gaps = ['you may list httproutes of the namespace shop only'];
    expect(reportOn(get('http://x.example.com/'), observedWith([], { gaps }), undefined).notes).toEqual(gaps);
    expect(reportOn(get('http://shop.example.com/'), observedWith(BOTH, { gaps }), undefined).notes).toEqual(
      gaps,
    );
  });
});
