import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { certificateMetrics } from '../../../src/telemetry/certificate.ts';

it.each([
  [undefined, 0],
  ['no key', 1],
])('with the problem %j, the reload has failed: %i', async (problem, failed) => {
  const registry = new Registry();
  certificateMetrics(registry, { expires: 1_800_000_000, problem });
  const metrics = await registry.metrics();
  expect(metrics).toContain(`\nstoa_rest_certificate_reload_failed ${failed}\n`);
  expect(metrics).toContain('\nstoa_rest_certificate_expiry_timestamp_seconds 1800000000\n');
});

it('without a certificate, no reload has failed, and nothing expires', async () => {
  const registry = new Registry();
  certificateMetrics(registry, undefined);
  const metrics = await registry.metrics();
  expect(metrics).toContain('\nstoa_rest_certificate_reload_failed 0\n');
  expect(metrics).not.toContain('expiry');
});
