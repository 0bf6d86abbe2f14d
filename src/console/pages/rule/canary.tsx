import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Slider from '@mui/material/Slider';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { rulesPath } from '../../api/rules.ts';
import { send, type Write } from '../../api/send.ts';
import type { ApplicationPlace } from '../../api/topology.ts';
import type { Rule, Topology } from '../../api/types.ts';
import { textOf } from '../../parts/states.tsx';
import { WritePreview } from '../../parts/write/preview.tsx';
import { useWrite } from '../../parts/write/usewrite.ts';
import { isOf, movedShare, type Shares, sharesOf, weightsFor } from './shares.ts';

/** Number of rules whose shares are offered together. */
const MOST = 20;

/** Shares that the user has moved, if any, and their setter. */
export type MovedShares = readonly [moved: Shares | undefined, setMoved: (moved?: Shares) => void];

/** Shares of the rules for the same requests, to be moved by sliders. */
export function Canary({
  rules,
  may,
  place,
  moved: [moved, setMoved],
}: {
  readonly rules: readonly Rule[];
  readonly may: Topology['may']['rules'];
  readonly place: ApplicationPlace;
  readonly moved: MovedShares;
}): ReactElement {
  // Shares of other rules than these are of no use: one has come or gone meanwhile.
  const wanted = moved !== undefined && isOf(moved, rules) ? moved : undefined;
  const shares = wanted ?? sharesOf(rules);
  const manager = rules.find(({ managed_by }) => managed_by !== '')?.managed_by;
  const isFixed = !may.edit || manager !== undefined || rules.length > MOST;
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="subtitle1" component="h3">
        Shares of the same requests
      </Typography>
      {manager !== undefined && (
        <Typography color="textSecondary">
          <bdi>{manager}</bdi> manages these: change their weights there.
        </Typography>
      )}
      {rules.slice(0, MOST).map((rule) => (
        <Share
          key={rule.rule_id}
          rule={rule}
          percent={shares.get(rule.rule_id) ?? 0}
          {...(isFixed
            ? {}
            : { onMove: (percent: number) => setMoved(movedShare(shares, rule.rule_id, percent)) })}
        />
      ))}
      {wanted !== undefined && (
        <NewShares rules={rules} shares={wanted} place={place} onDone={() => setMoved()} />
      )}
    </Box>
  );
}

function Share({
  rule: { rule_id, name, service_id },
  percent,
  onMove,
}: {
  readonly rule: Rule;
  readonly percent: number;
  readonly onMove?: (percent: number) => void;
}): ReactElement {
  return (
    <Box sx={{ mt: 1 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1 }}>
        <Typography id={`share-${rule_id}`} sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi> to <bdi>{service_id}</bdi>
        </Typography>
        <Typography>{percent} %</Typography>
      </Stack>
      {onMove !== undefined && (
        <Slider
          size="small"
          value={percent}
          onChange={(_event, value) => onMove(typeof value === 'number' ? value : (value[0] ?? 0))}
          aria-labelledby={`share-${rule_id}`}
          getAriaValueText={(value) => `${value} %`}
        />
      )}
    </Box>
  );
}

/** The writes that bring about new shares, each with what it will do. */
function NewShares({
  rules,
  shares,
  place,
  onDone,
}: {
  readonly rules: readonly Rule[];
  readonly shares: Shares;
  readonly place: ApplicationPlace;
  readonly onDone: () => void;
}): ReactElement {
  const client = useQueryClient();
  const writes = weightsFor(rules, shares).map(({ ruleId, weight }) => ({
    method: 'PUT' as const,
    path: `${rulesPath(place)}/${ruleId}`,
    body: { http: { the_weight: weight } },
  }));
  const all = useMutation({
    mutationFn: async () => {
      for (const write of writes) {
        await send(write);
      }
    },
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <Stack spacing={1} sx={{ mt: 1 }}>
      {writes.length === 0 && <Typography color="textSecondary">These are the present shares.</Typography>}
      {writes.map((write) => (
        <ShareWrite
          key={write.path}
          write={write}
          label={`What this will do to rule ${write.path.split('/').pop()}`}
        />
      ))}
      {all.isError && (
        <Alert severity="error">
          {textOf(all.error)} Some of the shares may be in place already: the list shows what is stored.
        </Alert>
      )}
      <Stack direction="row" spacing={1}>
        <Button
          variant="contained"
          disabled={writes.length === 0 || all.isPending}
          onClick={() => all.mutate()}
        >
          Apply the shares
        </Button>
        <Button onClick={onDone}>Leave them</Button>
      </Stack>
    </Stack>
  );
}

function ShareWrite({ write, label }: { readonly write: Write; readonly label: string }): ReactElement {
  const prepared = useWrite(write);
  return <WritePreview write={write} prepared={prepared} label={label} />;
}
