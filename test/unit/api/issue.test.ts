import { expect, it } from 'vitest';
import { gatewayRuleSpecSchema } from '../../../src/api/gatewayrule.ts';
import { problemsOf } from '../../../src/api/issue.ts';

const http = { serviceId: 'web', containerPort: 8080, domainName: 'shop.example.com' };

it.each([
  [{ containerPort: 0 }, 'http.containerPort', 'must be at least 1'],
  [{ containerPort: 65536 }, 'http.containerPort', 'must be at most 65535'],
  [{ containerPort: '80' }, 'http.containerPort', 'must be a number from 1 to 65535, or a name'],
  [{ containerPort: true }, 'http.containerPort', 'must be a number from 1 to 65535, or a name'],
  [{ domainName: undefined }, 'http.domainName', 'is required'],
  [{ domainPath: `/${'x'.repeat(1024)}` }, 'http.domainPath', 'must have at most 1024 characters'],
  [{ domainPath: 'x' }, 'http.domainPath', 'must start with /'],
  [
    { configuration: { proxyBuffering: 'yes' } },
    'http.configuration.proxyBuffering',
    'must be "on" or "off"',
  ],
])('%j: %s %s', (wrong, path, message) => {
  const spec = { appId: 1, protocol: 'http', http: { ...http, ...wrong } };
  const { error } = gatewayRuleSpecSchema.safeParse(spec, { reportInput: true });
  const [problem] = error === undefined ? [] : problemsOf(error);
  expect(problem?.path).toBe(path);
  expect(problem?.message).toContain(message);
});
