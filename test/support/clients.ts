import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { CertificateKeyPair } from '../../deploy/local/cluster/pki.ts';

/** One request of a case, and what must come of it. */
export interface Exchange {
  readonly request: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
    readonly path: string;
    readonly query?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    /** Body as a form, in place of one of JSON. */
    readonly form?: string;
  };
  readonly expect: {
    readonly status: number;
    readonly content_type?: string;
    readonly body?: unknown;
    readonly rule?: Readonly<Record<string, unknown>>;
  };
}

/** A component that a case needs. */
export interface Component {
  readonly service_id: string;
  readonly service_cname: string;
  /** `running` where the case needs a pod that is ready. */
  readonly status?: 'running';
  readonly ports: readonly { readonly container_port: number; readonly is_outer_service: boolean }[];
}

/** A case. */
export interface Case extends Exchange {
  readonly name: string;
  readonly state: {
    readonly components: readonly Component[];
    readonly rules?: readonly object[];
    /** Answer of Prometheus to each query for the only component: a time and a value. */
    readonly sample?: readonly [number, string];
    readonly certificates?: Readonly<Record<string, readonly string[]>>;
    readonly store?: {
      readonly apps: readonly { readonly app_model_id: string; readonly versions: readonly string[] }[];
      readonly model_components: readonly string[];
    };
  };
  readonly then?: Exchange;
}

const folder = new URL('../clients/', import.meta.url);

/** The cases of `test/clients`. */
export const CASES = readdirSync(folder).flatMap(
  (file) => (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { readonly cases: Case[] }).cases,
);

/** A case or exchange with these values in the place of `{name}`; a value is part of a text. */
export function filledIn<T extends Exchange>(each: T, values: Readonly<Record<string, string>>): T {
  const text = Object.entries(values).reduce(
    (filled, [name, value]) => filled.replaceAll(`{${name}}`, () => JSON.stringify(value).slice(1, -1)),
    JSON.stringify(each),
  );
  return JSON.parse(text) as T;
}

/** Values of a certificate and its key in cases. */
export function pem({ certificate, key }: CertificateKeyPair) {
  return { certificate_pem: certificate, private_key_pem: key };
}

/** Number of what a request has made, for the request after it. */
export function numberIn({ body }: Pick<Answer, 'body'>): string {
  const { id, ID } = body as { readonly id?: number; readonly ID?: number };
  return String(id ?? ID);
}

/** A response to a request of a case. */
interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly type: string;
}

/** Expects that a response is as a case describes it, where the team of the case has this id. */
export function isAnswer(answer: Answer, wanted: Exchange['expect'], team: string): void {
  const { status, body, type } = answer;
  expect([status, body]).toEqual([wanted.status, expect.anything()]);
  isLike(partOf(body, team), wanted.body ?? {}, 'body');
  isLike(recordIn(answer), wanted.rule ?? {}, 'rule');
  expect(type).toContain(wanted.content_type ?? 'json');
}

/** Expects that a value is as the case describes it. */
function isLike(value: unknown, wanted: unknown, at: string): void {
  if (typeof wanted === 'string' && wanted.startsWith('$')) {
    expect([at, isOf(value, wanted)]).toEqual([at, true]);
  } else if (Array.isArray(wanted)) {
    expect([at, (value as readonly unknown[]).length]).toEqual([at, wanted.length]);
    for (const [index, each] of wanted.entries()) {
      isLike((value as readonly unknown[])[index], each, `${at}.${index}`);
    }
  } else if (typeof wanted === 'object' && wanted !== null) {
    for (const [name, each] of Object.entries(wanted)) {
      isLike((value as Readonly<Record<string, unknown>> | undefined)?.[name], each, `${at}.${name}`);
    }
  } else {
    expect([at, value]).toEqual([at, wanted]);
  }
}

function isOf(value: unknown, kind: string): boolean {
  switch (kind) {
    case '$string':
      return typeof value === 'string' && value !== '';
    case '$text':
      return typeof value === 'string';
    case '$integer':
      return Number.isInteger(value);
    case '$array':
      return Array.isArray(value);
    case '$any':
      return value !== undefined;
    default:
      throw new Error(`a case uses the unknown kind ${kind}`);
  }
}

/** Record of the rule that a response speaks of: the response itself, or the last one of its lists. */
function recordIn({ body }: Answer): unknown {
  const { http, tcp } = body as { readonly http?: unknown[]; readonly tcp?: unknown[] };
  return http === undefined && tcp === undefined ? body : [...(tcp ?? []), ...(http ?? [])].at(-1);
}

/** Body of a response; of a list of all teams, the part of one. */
function partOf(body: unknown, team: string): unknown {
  const isOfAll = Array.isArray(body) && body.some((each) => 'team_name' in each);
  return isOfAll ? body.filter(({ team_name }) => team_name === team) : body;
}
