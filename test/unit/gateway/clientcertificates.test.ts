import { expect, it } from 'vitest';
import { demandAt } from '../../../src/gateway/clientcertificates.ts';
import type { Gateway } from '../../../src/objects/gatewayapi.ts';

type Frontend = NonNullable<NonNullable<Gateway['spec']['tls']>['frontend']>;

const VALID_ONLY = { validation: { caCertificateRefs: [{ name: 'clients' }] } };
const FALLBACK = { validation: { mode: 'AllowInsecureFallback' } };

it.each<[string, Frontend | undefined, ReturnType<typeof demandAt>]>([
  ['nothing', undefined, undefined],
  ['a default', { default: VALID_ONLY }, 'required'],
  ['a default that lets others in', { default: FALLBACK }, 'optional'],
  ['the port', { default: FALLBACK, perPort: [{ port: 443, tls: VALID_ONLY }] }, 'required'],
  ['another port', { perPort: [{ port: 8443, tls: VALID_ONLY }] }, undefined],
  ['nothing at the port', { default: VALID_ONLY, perPort: [{ port: 443, tls: {} }] }, undefined],
])('a Gateway that says %s', (_, frontend, demand) => {
  const spec = { gatewayClassName: 'engine', listeners: [], ...(frontend && { tls: { frontend } }) };
  const metadata = {
    namespace: 'stoa-system',
    name: 'stoa',
    uid: 'u',
    resourceVersion: '1',
    creationTimestamp: '2026-06-01T12:00:00Z',
  };
  const gateway: Gateway = { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'Gateway', metadata, spec };
  expect(demandAt(gateway, 443)).toBe(demand);
});
