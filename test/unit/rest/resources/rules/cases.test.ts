import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GatewayRuleSpec } from '../../../../../src/api/gatewayrule.ts';
import { PROBLEMS } from '../../../../../src/rest/problem/problem.ts';
import { checkRule, faultOf } from '../../../../../src/rest/resources/rules/checks.ts';
import { sameTransport } from '../../../../../src/rest/resources/rules/transport.ts';
import { effective } from '../../../../../src/rule/effective.ts';
import { effectiveWrite } from '../../../../../src/rule/write.ts';
import { restRefuses } from '../../../../support/doors.ts';
import { specOfBody } from '../../../../support/rulebody.ts';
import { competing, ruleOf, serviceOf } from '../../../../support/rules.ts';

/** Part of a case that the REST API alone decides; test/cases/README.md has the form. */
interface Case {
  readonly name: string;
  readonly rule: Readonly<Record<string, unknown>>;
  readonly with?: readonly unknown[];
  readonly create?: { readonly status: number };
  readonly vary?: {
    readonly member: string;
    readonly accept: readonly unknown[];
    readonly reject: readonly unknown[];
  };
  readonly parse?: {
    readonly member: string;
    readonly rows: readonly { readonly value: string; readonly pairs: Readonly<Record<string, string>> }[];
  };
}

const FOLDER = new URL('../../../../cases/gateway/', import.meta.url);
const cases = readdirSync(FOLDER).flatMap(
  (file) => (JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as { cases: Case[] }).cases,
);

/** A body with `value` in the place that the case leaves open. */
function filled(rule: Case['rule'], value: unknown): unknown {
  return JSON.parse(JSON.stringify(rule), (_, member) => (member === '$value' ? value : member));
}

describe.each(cases.flatMap(({ vary, ...rest }) => (vary === undefined ? [] : [{ ...rest, vary }])))(
  '$name',
  ({ rule, vary }) => {
    it.each(vary.accept)('takes %j', (value) => {
      expect(restRefuses(filled(rule, value))).toEqual([]);
    });

    it.each(vary.reject)('refuses %j and names the member', (value) => {
      const member = vary.member.replace('[0]', '.0');
      expect(restRefuses(filled(rule, value))).toContainEqual(
        expect.objectContaining({ field: expect.stringMatching(`^${member}(\\.|$)`) }),
      );
    });
  },
);

/**
 * Texts that Stoa reads in another way than the original, which dropped what it could not read: a rule would
 * then match more requests than it says. What follows the first = is the value, whatever is in it.
 */
const READ_OTHERWISE: Readonly<Record<string, Readonly<Record<string, string>> | 'refused'>> = {
  'ck1=cv1;broken;=x;y=': 'refused',
  'ck1=a=b': { ck1: 'a=b' },
  'ck1:cv1': 'refused',
};

describe.each(cases.flatMap(({ parse, ...rest }) => (parse === undefined ? [] : [{ ...rest, parse }])))(
  '$name',
  ({ rule, parse }) => {
    it.each(parse.rows)('reads "$value"', ({ value, pairs }) => {
      const body = filled(rule, value);
      const wanted = READ_OTHERWISE[value] ?? pairs;
      if (wanted === 'refused') {
        expect(restRefuses(body)).toEqual([expect.objectContaining({ field: parse.member })]);
      } else {
        expect(specOfBody(body, 1).http?.domainCookie).toEqual(wanted);
      }
    });
  },
);

/** A component with the port that a rule asks for, open. */
function componentOf({ http, tcp }: GatewayRuleSpec) {
  const { serviceId = '', containerPort = 0 } = http ?? tcp ?? {};
  const service = serviceOf(serviceId, [{ port: Number(containerPort), protocol: tcp?.transport ?? 'TCP' }]);
  const annotations = { 'stoa.dev/outer-ports': String(containerPort) };
  return { ...service, metadata: { ...service.metadata, annotations } };
}

it.each(cases.filter(({ vary, parse }) => vary === undefined && parse === undefined))(
  'creates the rules of $name, or not',
  ({ with: before = [], rule, create }) => {
    const [spec, ...stored] = [rule, ...before].map((body) => specOfBody(body, 1));
    const services = [spec, ...stored].flatMap((each) => (each === undefined ? [] : [componentOf(each)]));
    const rules = stored.map((each, index) => ({ ...ruleOf({}, { name: `r${index}` }), spec: each }));
    const write = spec && effectiveWrite({ spec, namespace: 'team' });
    const refusal =
      write &&
      checkRule(write, {
        services,
        workloads: [],
        rules,
        isGranted: () => true,
        competing: competingWith(write.spec),
        burdening: competingWith(write.spec),
        hasCertificate: true,
        issuers: [],
        name: { type: 'granted' },
        ports: [{ from: 1, to: 65_535 }],
      });
    const status = write && refusal && PROBLEMS[faultOf(refusal, write.rule).problem].status;
    expect(status ?? 200).toBe(create?.status ?? 200);

    function competingWith({ http, tcp }: GatewayRuleSpec) {
      const same = rules.filter(
        (other) =>
          other.spec.protocol === (http ? 'http' : 'tcp') &&
          other.spec.http?.domainName === http?.domainName &&
          other.spec.tcp?.endPoint.port === tcp?.endPoint.port,
      );
      return spec === undefined
        ? []
        : sameTransport(effective(spec), competing(same), () => ({ services, workloads: [] }));
    }
  },
);
