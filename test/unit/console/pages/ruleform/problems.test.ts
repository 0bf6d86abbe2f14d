import { expect, it } from 'vitest';
import { problemsByField } from '../../../../../src/console/pages/ruleform/problems.ts';

it('a problem is shown at the field that its path names most closely', () => {
  const fields = {
    'http.domain_name': 'host',
    'http.container_port': 'port',
    'http.policy.timeouts.request': 'requestTimeout',
    'http.policy.cors.allowOrigins[0]': 'origins',
    'http.policy.cors.maxAge': 'policy',
    'http.policy': 'policy',
    'http.rule_extensions[httptohttps]': 'isRedirected',
    'http.rule_extensions[0].key': 'extensions',
    'tcp.end_point': 'endPoint',
    protocol: 'protocol',
  };
  for (const [field, name] of Object.entries(fields)) {
    expect(problemsByField([{ field, message: 'no' }]), field).toEqual({ [name]: 'no' });
  }
});

it('all problems of a field are shown, and those of no field are left to the preview', () => {
  const problems = [
    { field: 'http.domain_name', message: 'one' },
    { field: 'http.domain_name', message: 'two' },
    { field: 'http.domain_names', message: 'another' },
  ];
  expect(problemsByField(problems)).toEqual({ host: 'one; two' });
});
