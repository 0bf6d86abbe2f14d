import { expect, it } from 'vitest';
import type { Component } from '../../../../../src/console/api/types.ts';
import { newForm } from '../../../../../src/console/pages/ruleform/form.ts';
import {
  problemOfPort,
  problemsByField,
  problemsOfStored,
} from '../../../../../src/console/pages/ruleform/problems.ts';

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

it('what the conditions of a stored rule say is shown at its field until that is another', () => {
  const told = (reason: string, message: string) => ({
    conditions: [
      { type: 'Accepted', status: 'False', reason, message, since: '', todo: '' } as const,
      {
        type: 'Programmed',
        status: 'False',
        reason: 'NotAccepted',
        message: 'later',
        since: '',
        todo: '',
      } as const,
    ],
  });
  const before = { ...newForm('web', '81'), host: 'a.example.com' };
  const taken = told('HostTaken', 'spec.http.domainName: another team has it');
  expect(problemsOfStored(taken, before, before)).toEqual({
    host: 'another team has it',
  });
  expect(problemsOfStored(taken, before, { ...before, host: 'b.example.com' })).toEqual({});
  expect(problemsOfStored(told('PortNotFound', 'no port 81'), before, before)).toEqual({
    port: 'no port 81',
  });
  expect(
    problemsOfStored(told('SecretInvalid', 'spec.http.policy.basicAuth.secretName: no'), before, before),
  ).toEqual({});
  const secret = { ...before, policy: 'basicAuth: {}' };
  expect(
    problemsOfStored(told('SecretInvalid', 'spec.http.policy.basicAuth.secretName: no'), secret, secret),
  ).toEqual({ policy: 'no' });
});

it('a port that the component does not have is a problem, where its ports are known', () => {
  const ports = [{ protocol: 'tcp', port: 80, container_port: 8080 }];
  const components = [{ service_id: 'web', ports }] as unknown as readonly Component[];
  expect(problemOfPort(components, newForm('web', '81'))).toEqual({ port: 'The component has no port 81.' });
  for (const form of [newForm('web', '80'), newForm('web', '8080'), newForm('web'), newForm('db', '81')]) {
    expect(problemOfPort(components, form)).toEqual({});
  }
});
