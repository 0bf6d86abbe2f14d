import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hostSchema } from '../../../src/api/grammar.ts';
import { presentedNames, readTls } from '../../../src/content/certificate.ts';
import { covers } from '../../../src/names/name.ts';
import { PARTS_KEY, pemOf } from '../../support/certificateparts.ts';
import { hostileCertificate, ordinaryCertificate, VICTIMS } from '../../support/hostilecertificates.ts';
import { goReadings } from '../../support/readers.ts';

/** Number of certificates that are compared; `npm run fuzz:certificates` compares more. */
const COUNT = Number(process.env.STOA_CERTIFICATES ?? 2_000);

const SEED = 63;

function namesOf(certificate: Buffer): readonly string[] | undefined {
  const read = readTls('kubernetes.io/tls', {
    'tls.crt': Buffer.from(pemOf(certificate)).toString('base64'),
    'tls.key': Buffer.from(PARTS_KEY).toString('base64'),
  });
  return read.type === 'usable' ? presentedNames(read) : undefined;
}

it('what a gateway presents a certificate for are names that Stoa has read in it', async () => {
  const certificates = fc.sample(hostileCertificate, { numRuns: COUNT, seed: SEED });
  const gateways = await goReadings('certificate', certificates);
  const counts = { accepted: 0, refused: 0, aimed: 0 };
  for (const [index, certificate] of certificates.entries()) {
    const served = gateways[index]?.names ?? [];
    const names = namesOf(certificate);
    counts[names === undefined ? 'refused' : 'accepted'] += 1;
    counts.aimed += Number(served.some((name) => VICTIMS.some((victim) => covers(name, victim))));
    const unread =
      names && served.filter((name) => hostSchema.safeParse(name).success && !names.includes(name));
    expect({ certificate: pemOf(certificate), unread: unread ?? [] }).toMatchObject({ unread: [] });
    // A gateway that cannot load a certificate presents another one, or none at all.
    const { error } = gateways[index] ?? {};
    expect({ certificate: pemOf(certificate), error: names && error }).toMatchObject({ error: undefined });
  }
  // Otherwise, the generator makes nothing that could be presented for the names of the victim.
  expect(counts.aimed).toBeGreaterThan(COUNT / 10);
  expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(COUNT / 20);
});

it('a certificate as authorities issue it is read as gateways read it, and none is refused', async () => {
  const certificates = fc.sample(ordinaryCertificate, { numRuns: 2_000, seed: SEED });
  const gateways = await goReadings('certificate', certificates);
  for (const [index, certificate] of certificates.entries()) {
    const { names, error } = gateways[index] ?? {};
    const hosts = (names ?? []).filter((name) => name !== 'example internal service 1');
    expect(error).toBeUndefined();
    expect(new Set(namesOf(certificate))).toEqual(new Set(hosts));
  }
});
