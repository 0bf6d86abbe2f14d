import { expect, it } from 'vitest';
import type { ListedCertificate } from '../../../../../src/console/pages/certificates/ends.ts';
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

const listed: Omit<ListedCertificate, 'id' | 'name' | 'alias'> = {
  certificate_type: '服务端证书',
  has_expired: true,
  issued_to: ['shop.example.com', 'www.example.com'],
  issued_by: '',
  end_data: '',
  problems: [],
};

it('each certificate is a choice, by its number or by the name of its Secret, with its end', () => {
  const certificates = [
    { ...listed, id: 7, name: 'certificate-a', alias: 'Shop' },
    // The Secret of this name has no number, and another one has this number.
    { ...listed, id: 0, name: '7', alias: '7', issued_to: ['a.example.com'] },
  ];
  expect(certificateChoices(certificates, '')).toEqual([
    { value: '', text: 'none' },
    { value: '7', text: 'Shop: shop.example.com, www.example.com (cannot be read)' },
    { value: 'secret/7', text: '7: a.example.com (cannot be read)' },
  ]);
});

it('the certificate of a stored rule is a choice also where nobody knows more of it', () => {
  expect(certificateChoices([], '')).toEqual([{ value: '', text: 'none' }]);
  expect(certificateChoices([], 'secret/web-tls')).toEqual([
    { value: '', text: 'none' },
    { value: 'secret/web-tls', text: 'the Secret web-tls' },
  ]);
  expect(certificateChoices([], '7')[1]).toEqual({ value: '7', text: 'the certificate 7' });
});
