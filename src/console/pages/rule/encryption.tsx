import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { useCertificates } from '../../api/certificates.ts';
import type { ApplicationPlace } from '../../api/topology.ts';
import type { Rule } from '../../api/types.ts';
import { PageLink } from '../../parts/link.tsx';
import { Time } from '../../parts/time.tsx';
import { endTimeOf } from '../certificates/ends.ts';
import { whatItEncrypts } from './words.ts';

/** What a rule does about HTTPS, with its certificate where the caller may read that. */
export function Encryption({
  rule,
  place,
  mayRead,
}: {
  readonly rule: Rule;
  readonly place: ApplicationPlace;
  readonly mayRead: boolean;
}): ReactElement {
  const { certificate_id: id, certificate_name: name } = rule;
  const certificates = useCertificates(place, mayRead && (id > 0 || name !== ''));
  const certificate = certificates.data?.list.find((each) =>
    name === '' ? id > 0 && each.id === id : each.name === name,
  );
  if (certificate === undefined) {
    return <Typography>{whatItEncrypts(rule)}</Typography>;
  }
  const { team, region } = place;
  const { end_data } = certificate;
  return (
    <Typography>
      HTTPS with the certificate{' '}
      <PageLink to="/teams/$team/$region/certificates" params={{ team, region }}>
        <bdi>{certificate.alias}</bdi>
      </PageLink>
      , {end_data === '' ? 'which cannot be read' : 'which ends '}
      <Time time={endTimeOf(certificate)} />
    </Typography>
  );
}
