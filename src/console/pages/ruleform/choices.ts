import type { Component } from '../../api/types.ts';
import { endOf, type ListedCertificate } from '../certificates/ends.ts';
import { certificateValue, certificateWords } from './certificatevalue.ts';

/** A choice of a field: what is sent, and what people read. */
export interface Choice {
  readonly value: string;
  readonly text: string;
}

/** Components that a rule can lead to, by their names. */
export function componentChoices(components: readonly Component[]): readonly Choice[] {
  const names = new Map(components.map(({ service_id, name }) => [service_id, name]));
  return [...names].map(([value, name]) => ({ value, text: name === value ? value : `${name} (${value})` }));
}

/** Ports of a component for a transport, as its Services have them. */
export function portsOf(
  components: readonly Component[],
  serviceId: string,
  transport: 'tcp' | 'udp',
): Component['ports'] {
  return components
    .filter(({ service_id }) => service_id === serviceId)
    .flatMap(({ ports }) => ports)
    .filter(({ protocol }) => protocol === transport);
}

/** Ports of a component that a rule of a protocol can lead to. */
export function portChoices(
  components: readonly Component[],
  serviceId: string,
  transport: 'tcp' | 'udp',
): readonly Choice[] {
  const ports = portsOf(components, serviceId, transport);
  const texts = new Map(
    ports.map(({ name, port, container_port, open }) => {
      const number = container_port || port;
      return [
        String(number),
        [String(number), name, open ? 'open' : ''].filter((each) => each !== '').join(', '),
      ];
    }),
  );
  return [...texts].map(([value, text]) => ({ value, text }));
}

/** Certificates that a rule can have, with their ends; that of the stored rule also where the list lacks it. */
export function certificateChoices(
  certificates: readonly ListedCertificate[],
  stored: string,
): readonly Choice[] {
  const offered = certificates.map((certificate) => ({
    value: certificateValue(certificate),
    text: `${certificate.alias}: ${certificate.issued_to.join(', ')} (${endOf(certificate, new Date()).words})`,
  }));
  const isOffered = stored === '' || offered.some(({ value }) => value === stored);
  return [
    { value: '', text: 'none' },
    ...offered,
    ...(isOffered ? [] : [{ value: stored, text: certificateWords(stored) }]),
  ];
}
