import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useParams } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useApplications } from '../../api/applications.ts';
import { certificatesPath, useCertificates } from '../../api/certificates.ts';
import type { Place } from '../../api/live.ts';
import { Away } from '../../parts/away.tsx';
import { ConfirmWrite } from '../../parts/confirmwrite.tsx';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { type ListedCertificate, matching } from './ends.ts';
import { CertificateList } from './list.tsx';
import { useRights } from './rights.ts';
import { UploadDialog } from './upload.tsx';

/** Page of the certificates of a team. */
export function Page(): ReactElement {
  const { team = '', region = '' } = useParams({ strict: false });
  const place = { team, region };
  const certificates = useCertificates(place);
  if (certificates.data === undefined) {
    return certificates.isError ? (
      <>
        <Heading />
        <Failure error={certificates.error} onRetry={() => void certificates.refetch()} />
      </>
    ) : (
      <Waiting what="Asking for certificates" />
    );
  }
  return (
    <>
      <Away query={certificates} />
      <Certificates place={place} certificates={certificates.data.list} />
    </>
  );
}

function Heading(): ReactElement {
  return (
    <Typography variant="h5" component="h1" sx={{ flexGrow: 1 }}>
      Certificates
    </Typography>
  );
}

/** What is being done on the page. */
type Doing =
  | { readonly type: 'upload' }
  | { readonly type: 'replace' | 'delete'; readonly certificate: ListedCertificate };

function Certificates({
  place,
  certificates,
}: {
  readonly place: Place;
  readonly certificates: readonly ListedCertificate[];
}): ReactElement {
  const applications = useApplications(place);
  const [anyApp] = applications.data ?? [];
  const may = useRights(place, anyApp && String(anyApp.ID));
  const [text, setText] = useState('');
  const [doing, setDoing] = useState<Doing>();
  return (
    <Stack spacing={2}>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ alignItems: { sm: 'center' } }}>
        <Heading />
        {may.create && (
          <Button variant="contained" onClick={() => setDoing({ type: 'upload' })}>
            Upload a certificate
          </Button>
        )}
      </Stack>
      {certificates.length === 0 ? (
        <Empty>The team has no certificate. Upload one, or let a rule get one automatically.</Empty>
      ) : (
        <>
          <TextField
            label="Filter by name, host or issuer"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <CertificateList
            place={place}
            certificates={matching(certificates, text)}
            may={may}
            onReplace={(certificate) => setDoing({ type: 'replace', certificate })}
            onDelete={(certificate) => setDoing({ type: 'delete', certificate })}
          />
        </>
      )}
      {doing !== undefined && <Dialogs place={place} doing={doing} onClose={() => setDoing(undefined)} />}
    </Stack>
  );
}

function Dialogs({
  place,
  doing,
  onClose,
}: {
  readonly place: Place;
  readonly doing: Doing;
  readonly onClose: () => void;
}): ReactElement {
  return doing.type === 'delete' ? (
    <ConfirmWrite
      title="Delete this certificate?"
      action="Delete the certificate"
      write={{ method: 'DELETE', path: certificatesPath(place, doing.certificate.id) }}
      onClose={onClose}
      onDone={onClose}
    >
      <Typography gutterBottom sx={{ overflowWrap: 'anywhere' }}>
        <bdi>{doing.certificate.alias}</bdi>
      </Typography>
    </ConfirmWrite>
  ) : (
    <UploadDialog
      place={place}
      {...(doing.type === 'replace' ? { replaced: doing.certificate } : {})}
      onClose={onClose}
    />
  );
}
