import { X509Certificate } from 'node:crypto';
import { certificateForm } from './certificateform.ts';
import { unlessNotDer } from './der.ts';
import { type PemBlock, pemBlocks, unlessBroken } from './pem.ts';

/** Labels of blocks that are certificates for libraries of some engines, and are skipped by those of others. */
const HALF_KNOWN: readonly string[] = ['X509 CERTIFICATE', 'TRUSTED CERTIFICATE'];

/** Blocks of the certificates in a file in PEM with a name, or why not every engine reads the same of it. */
export function certificateBlocks(name: string, file: string): readonly PemBlock[] | string {
  const blocks = pemBlocks(file);
  if (typeof blocks === 'string') {
    return `${name} ${blocks}`;
  }
  const halfKnown = blocks.find(({ label }) => HALF_KNOWN.includes(label));
  return halfKnown === undefined
    ? blocks.filter(({ label }) => label === 'CERTIFICATE')
    : `${name} has a block with the label ${halfKnown.label}, which some gateways take for a certificate: give it the label CERTIFICATE`;
}

/** The certificates in blocks of a file with a name, or why one of them cannot be read. */
export function certificatesInBlocks(name: string, blocks: readonly PemBlock[]): X509Certificate[] | string {
  const certificates = blocks.map(certificateOf);
  const broken = certificates.indexOf(undefined);
  if (broken >= 0) {
    return `certificate ${broken + 1} of ${name} cannot be read`;
  }
  const read = certificates.filter((each) => each !== undefined);
  const inexact = read.findIndex(({ raw }) => unlessNotDer(() => certificateForm(raw)) === undefined);
  return inexact < 0
    ? read
    : `certificate ${inexact + 1} of ${name} is not encoded exactly as RFC 5280 has it, so that not every gateway can load it: have it issued again`;
}

/** The certificates of a file in PEM, and nothing else of it: no key, and no text between them. */
export function certificatesAlone(file: string): string {
  const blocks = pemBlocks(file);
  return typeof blocks === 'string'
    ? ''
    : blocks
        .filter((block) => block.label === 'CERTIFICATE' && certificateOf(block) !== undefined)
        .map(({ text }) => text)
        .join('');
}

/** The certificate in a block, where it is all that the block has: what follows it is an error for some engines alone. */
function certificateOf({ text, bytes }: PemBlock): X509Certificate | undefined {
  const certificate = unlessBroken(() => new X509Certificate(text));
  return bytes !== undefined && certificate?.raw.equals(bytes) ? certificate : undefined;
}
