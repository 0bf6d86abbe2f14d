import { expect, it } from 'vitest';
import {
  certificateChoices,
  componentChoices,
  portChoices,
} from '../../../../../src/console/pages/ruleform/choices.ts';

type Components = Parameters<typeof componentChoices>[0];

const port = { service: 'web', app_protocol: '', protocol: 'tcp', open: false } as const;
const component = {
  service_id: 'web',
  name: 'Web',
  ports: [
    { ...port, name: 'http', port: 80, container_port: 8080, open: true },
    { ...port, name: '', port: 9000, container_port: 0 },
    { ...port, name: 'dns', port: 53, container_port: 53, protocol: 'udp' },
  ],
} as unknown as Components[number];

it('a component is offered once, by its name and its id', () => {
  expect(componentChoices([component, component, { ...component, service_id: 'db', name: 'db' }])).toEqual([
    { value: 'web', text: 'Web (web)' },
    { value: 'db', text: 'db' },
  ]);
});

it('the ports of a transport are offered by the numbers of the containers, where these are known', () => {
  expect(portChoices([component], 'web', 'tcp')).toEqual([
    { value: '8080', text: '8080, http, open' },
    { value: '9000', text: '9000' },
  ]);
  expect(portChoices([component], 'web', 'udp')).toEqual([{ value: '53', text: '53, dns' }]);
  expect(portChoices([component], 'db', 'tcp')).toEqual([]);
});

it('no certificate is the first choice, or the one that a rule names', () => {
  expect(certificateChoices([], '')).toEqual([{ value: '', text: 'none' }]);
  expect(certificateChoices([], 'web-tls')).toEqual([{ value: '', text: 'the Secret web-tls, by its name' }]);
});
