import { describe, expect, it } from 'vitest';
import { backendProbes, backendQuestions } from '../../../../src/gateway/probe/backendrule.ts';
import type { HttpRouteRule } from '../../../../src/objects/httproute.ts';

const PATH = '/.well-known/stoa/route';
const KEY = { name: 'x-stoa-probe', type: 'Exact', value: 'key' } as const;
const AT = { path: PATH, header: KEY, version: 'v1' };

const web = { name: 'web', port: 8080 };
const canary = { group: 'traefik.io', kind: 'TraefikService', name: 'canary' };

describe('the rules that ask backends', () => {
  it('match one path each, with the header, and have no filter of a guard', () => {
    const guard = {
      type: 'ExtensionRef',
      extensionRef: { group: 'traefik.io', kind: 'Middleware', name: 'auth' },
    };
    const rules = [{ backendRefs: [{ ...web, weight: 1 }, canary], filters: [guard] }];
    const probes = backendProbes(rules as never, [], AT);
    expect(probes).toEqual(
      [web, canary].map((backend, index) => ({
        matches: [{ path: { type: 'Exact', value: `${PATH}/${index}` }, headers: [KEY] }],
        filters: [
          {
            type: 'ResponseHeaderModifier',
            responseHeaderModifier: { set: [{ name: 'x-stoa-probe-version', value: 'v1' }] },
          },
        ],
        backendRefs: [backend],
      })),
    );
  });

  it('ask each backend with a share once, within the times of its rule', () => {
    const timeouts = { request: '5s' };
    const rules = [
      { backendRefs: [{ ...web, weight: 1 }], timeouts },
      {
        backendRefs: [
          { ...web, weight: 2 },
          { name: 'none', port: 80, weight: 0 },
        ],
        timeouts,
      },
    ];
    expect(backendProbes(rules, [], AT)).toMatchObject([{ backendRefs: [web], timeouts }]);
  });

  it('are none where there is no room for all', () => {
    const rules = Array.from({ length: 15 }, (_, index) => ({
      backendRefs: [{ name: `web-${index}`, port: 80 }],
    }));
    expect(backendProbes(rules, [{}], AT)).toEqual([]);
    expect(backendProbes(rules.slice(0, 7), [{}], AT)).toHaveLength(7);
  });

  it('of an earlier version of Stoa tell no version', () => {
    const [{ filters: _, ...earlier }] = backendProbes([{ backendRefs: [web] }], [], AT) as [HttpRouteRule];
    expect(backendQuestions([earlier], PATH)).toEqual([{ path: `${PATH}/0`, backend: 'web:8080' }]);
  });

  it('are those of the questions, and no rule of a component is', () => {
    const rules = [
      { matches: [{ path: { type: 'Exact', value: PATH } }], backendRefs: [web] },
      { matches: [{ path: { type: 'PathPrefix', value: `${PATH}/0` } }], backendRefs: [web] },
      ...backendProbes([{ backendRefs: [web, canary] }], [], AT),
    ];
    expect(backendQuestions(rules as never, PATH)).toEqual([
      { path: `${PATH}/0`, backend: 'web:8080', version: 'v1' },
      { path: `${PATH}/1`, backend: 'TraefikService/canary', version: 'v1' },
    ]);
  });
});
