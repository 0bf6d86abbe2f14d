import { type Operation, onTeam } from '../../http/operation.ts';
import { pageOf } from '../../http/page.ts';
import { inPath, OF_PAGE, REGION_IN_QUERY } from '../../http/parameters.ts';
import { writeOnTeam } from '../../http/write.ts';
import {
  certificateBody,
  certificatePageSchema,
  certificateProblems,
  certificateRecord,
  certificateRecordSchema,
  listedCertificate,
} from './record.ts';
import {
  createCertificate,
  findCertificate,
  findNumbered,
  readTlsSecrets,
  removeCertificate,
  replaceCertificate,
} from './stored.ts';
import { readUses } from './uses.ts';

const TAG = 'certificates';

const CERTIFICATE_ID = inPath('Certificate: id of its record.');

const CERTIFICATE = inPath('Certificate: id of its record, or name of its Secret.');

const LIST = onTeam({
  id: 'listCertificates',
  method: 'get',
  path: '/certificates',
  tag: TAG,
  summary: 'List the certificates of a team: all of its TLS Secrets',
  parameters: { page: OF_PAGE.page, page_size: OF_PAGE.page_size, region_name: REGION_IN_QUERY },
  success: { status: 200, description: 'A page of the certificates.', body: certificatePageSchema },
  problems: [],
  handle: async ({ team, value }) => {
    const secrets = await readTlsSecrets(team);
    const uses = await readUses(team, secrets);
    const { entries, counts } = pageOf(secrets, value('page'), value('page_size'));
    const now = new Date();
    const list = entries.map((secret) =>
      listedCertificate(secret, now, uses && (uses.get(secret.metadata.name) ?? [])),
    );
    return { body: { list, ...counts } };
  },
});

const CREATE = writeOnTeam({
  id: 'createCertificate',
  method: 'post',
  path: '/certificates',
  tag: TAG,
  summary: 'Upload a certificate with its private key',
  parameters: { region_name: REGION_IN_QUERY },
  body: certificateBody,
  success: {
    status: 200,
    description: 'The certificate is stored: its record, without the private key.',
    body: certificateRecordSchema,
  },
  problems: ['aliasTaken', 'ambiguous'],
  handle: async ({ team, body }) => {
    const after = await createCertificate(team, body());
    return {
      body: certificateRecord(after, 'base64'),
      changes: [{ after }],
      warnings: certificateProblems(after, new Date()),
    };
  },
});

const READ = onTeam({
  id: 'readCertificate',
  method: 'get',
  path: '/certificates/:certificate_id',
  tag: TAG,
  summary: 'Read one certificate, without its private key',
  parameters: { certificate_id: CERTIFICATE, region_name: REGION_IN_QUERY },
  success: { status: 200, description: 'The certificate.', body: certificateRecordSchema },
  problems: ['certificateUnknown'],
  handle: async ({ team, value }) => ({
    body: certificateRecord(await findCertificate(team, value('certificate_id')), 'pem'),
  }),
});

const REPLACE = writeOnTeam({
  id: 'replaceCertificate',
  method: 'put',
  path: '/certificates/:certificate_id',
  tag: TAG,
  summary: 'Replace a certificate and its private key; its number stays',
  parameters: { certificate_id: CERTIFICATE_ID, region_name: REGION_IN_QUERY },
  body: certificateBody,
  success: { status: 200, description: 'The certificate as it is now.', body: certificateRecordSchema },
  problems: ['certificateUnknown', 'aliasTaken', 'managedElsewhere', 'ambiguous'],
  handle: async ({ team, value, body }) => {
    const before = await findNumbered(team, value('certificate_id'));
    const after = await replaceCertificate(team, before, body());
    return {
      body: certificateRecord(after, 'base64'),
      changes: [{ before, after }],
      warnings: certificateProblems(after, new Date()),
    };
  },
});

const REMOVE = writeOnTeam({
  id: 'deleteCertificate',
  method: 'delete',
  path: '/certificates/:certificate_id',
  tag: TAG,
  summary: 'Delete a certificate that no rule has',
  parameters: { certificate_id: CERTIFICATE_ID, region_name: REGION_IN_QUERY },
  success: { status: 200, description: 'The certificate as it was.', body: certificateRecordSchema },
  problems: ['certificateUnknown', 'certificateInUse', 'managedElsewhere', 'ambiguous'],
  handle: async ({ team, value }) => {
    const before = await findNumbered(team, value('certificate_id'));
    await removeCertificate(team, before);
    return { body: certificateRecord(before, 'base64'), changes: [{ before }] };
  },
});

/** The operations on the certificates of a team. */
export const certificateOperations: readonly Operation[] = [LIST, CREATE, READ, REPLACE, REMOVE];
