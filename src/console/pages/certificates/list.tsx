import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Place } from '../../api/live.ts';
import { HealthChip } from '../../parts/mark.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { endOf, endTimeOf, type ListedCertificate } from './ends.ts';
import type { CertificateRights } from './rights.ts';

/** Numbers of certificates, and of hosts or rules of one, that are shown. */
const MOST = { certificates: 200, each: 10 };

/** Certificates with their ends, their hosts and their rules. */
export function CertificateList({
  place,
  certificates,
  may,
  onReplace,
  onDelete,
}: {
  readonly place: Place;
  readonly certificates: readonly ListedCertificate[];
  readonly may: CertificateRights;
  readonly onReplace: (certificate: ListedCertificate) => void;
  readonly onDelete: (certificate: ListedCertificate) => void;
}): ReactElement {
  if (certificates.length === 0) {
    return <Empty>No certificate has this text.</Empty>;
  }
  return (
    <Stack component="ul" spacing={1} sx={{ p: 0, m: 0, listStyle: 'none' }}>
      {certificates.slice(0, MOST.certificates).map((certificate) => {
        const hasNumber = certificate.id > 0;
        return (
          <Paper key={certificate.name} component="li" sx={{ p: 2 }}>
            <Summary certificate={certificate} />
            <UsedBy certificate={certificate} place={place} />
            <Stack direction="row" spacing={1} sx={{ mt: 1 }}>
              {may.edit && hasNumber && (
                <Button
                  variant="outlined"
                  aria-label={`Replace ${certificate.alias}`}
                  onClick={() => onReplace(certificate)}
                >
                  Replace
                </Button>
              )}
              {may.delete && hasNumber && certificate.rules_total === 0 && (
                <Button
                  variant="outlined"
                  color="error"
                  aria-label={`Delete ${certificate.alias}`}
                  onClick={() => onDelete(certificate)}
                >
                  Delete
                </Button>
              )}
            </Stack>
          </Paper>
        );
      })}
      {certificates.length > MOST.certificates && (
        <Typography component="li">
          and {certificates.length - MOST.certificates} more: use the filter
        </Typography>
      )}
    </Stack>
  );
}

function Summary({ certificate }: { readonly certificate: ListedCertificate }): ReactElement {
  const { id, name, alias, issued_to, issued_by, problems } = certificate;
  const end = endTimeOf(certificate);
  const { health, words } = endOf(certificate, new Date());
  const hosts = issued_to.slice(0, MOST.each);
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography variant="h6" component="h2" sx={{ minWidth: 0 }}>
          <bdi>{alias}</bdi>
        </Typography>
        <HealthChip health={health}>{words}</HealthChip>
      </Stack>
      <Typography color="textSecondary">
        {id > 0 && `Number ${id}, `}Secret <bdi>{name}</bdi>
        {issued_by !== '' && (
          <>
            , issued by <bdi>{issued_by}</bdi>
          </>
        )}
        {end !== '' && (
          <>
            , ends <Time time={end} />
          </>
        )}
      </Typography>
      <Typography>
        For{' '}
        {hosts.length === 0
          ? 'no host'
          : hosts.map((host, at) => (
              <span key={host}>
                {at > 0 && ', '}
                <bdi>{host}</bdi>
              </span>
            ))}
        {issued_to.length > hosts.length && ` and ${issued_to.length - hosts.length} more`}
      </Typography>
      {problems.map((problem) => (
        <Typography key={problem} color="error">
          <bdi>{problem}</bdi>
        </Typography>
      ))}
    </Box>
  );
}

function UsedBy({
  certificate: { rules, rules_total: total = 0 },
  place: { team, region },
}: {
  readonly certificate: ListedCertificate;
  readonly place: Place;
}): ReactElement {
  if (rules === undefined || total === 0) {
    return (
      <Typography color="textSecondary">
        {rules === undefined ? 'You may not look at rules.' : 'No rule has it.'}
      </Typography>
    );
  }
  const to = '/teams/$team/$region/apps/$app/rules/$rule';
  return (
    <Typography sx={{ overflowWrap: 'anywhere' }}>
      Rules:{' '}
      {rules.slice(0, MOST.each).map(({ app_id, rule_id, name, domain_name: host }, at) => (
        <span key={rule_id}>
          {at > 0 && ', '}
          {app_id === 0 ? (
            <bdi>
              {host} (GatewayRule {name})
            </bdi>
          ) : (
            <Link to={to} params={{ team, region, app: String(app_id), rule: rule_id }}>
              <bdi>{host}</bdi>
            </Link>
          )}
        </span>
      ))}
      {total > MOST.each && ` and ${total - MOST.each} more`}
    </Typography>
  );
}
