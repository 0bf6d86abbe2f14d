import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useParams, useSearch } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { type StoredRule, useStoredRule } from '../../api/rules.ts';
import { useTopology } from '../../api/topology.ts';
import type { Topology } from '../../api/types.ts';
import { Failure, Waiting } from '../../parts/states.tsx';
import { RuleEditor } from './editor.tsx';
import { formOf, newForm } from './form.ts';
import type { RuleForm } from './model.ts';

/** Page of the form that creates a rule, or edits one. */
export function Page(): ReactElement {
  const { team = '', region = '', app = '', rule } = useParams({ strict: false });
  const topology = useTopology({ team, region, app });
  const name = topology.data?.rules.find(({ rule_id }) => rule_id === rule)?.name ?? '';
  return (
    <>
      <Typography variant="h5" component="h1" gutterBottom sx={{ overflowWrap: 'anywhere' }}>
        {rule === undefined ? 'New rule' : 'Edit rule'} <bdi>{name}</bdi>
      </Typography>
      <Content />
    </>
  );
}

function Content(): ReactElement {
  const { team = '', region = '', app = '', rule } = useParams({ strict: false });
  const { component, port } = useSearch({ strict: false });
  const place = { team, region, app };
  const topology = useTopology(place);
  const stored = useStoredRule(place, rule);
  if (topology.data === undefined) {
    return topology.isError ? (
      <Failure error={topology.error} onRetry={() => void topology.refetch()} />
    ) : (
      <Waiting what="Asking for the application" />
    );
  }
  if (rule === undefined) {
    return (
      <Editable topology={topology.data}>
        <RuleEditor
          place={place}
          topology={topology.data}
          first={newForm(component, port === undefined ? '' : String(port))}
        />
      </Editable>
    );
  }
  if (stored.data === undefined) {
    return stored.isError ? (
      <Failure error={stored.error} onRetry={() => void stored.refetch()} />
    ) : (
      <Waiting what="Asking for the rule" />
    );
  }
  const isGone = stored.error instanceof ApiError && stored.error.status === 404;
  return (
    <Editable topology={topology.data} ruleId={rule}>
      <Edited place={place} topology={topology.data} stored={stored.data} isGone={isGone} />
    </Editable>
  );
}

/** Its content, where the caller may write rules and nothing else manages this one; else why not. */
function Editable({
  topology,
  ruleId,
  children,
}: {
  readonly topology: Topology;
  readonly ruleId?: string;
  readonly children: ReactElement;
}): ReactElement {
  const { create, edit } = topology.may.rules;
  const manager = topology.rules.find(({ rule_id }) => rule_id === ruleId)?.managed_by ?? '';
  if (manager !== '') {
    return (
      <Alert severity="info">
        <bdi>{manager}</bdi> manages this rule, and would undo what you change here: change it there.
      </Alert>
    );
  }
  if (!(ruleId === undefined ? create : edit)) {
    return <Alert severity="info">Your token may not write rules here: ask for the role stoa-edit.</Alert>;
  }
  return children;
}

/** Editor of a stored rule; where somebody deletes it meanwhile, what is typed makes a new one. */
function Edited({
  stored,
  isGone,
  ...more
}: {
  readonly place: { readonly team: string; readonly region: string; readonly app: string };
  readonly topology: Topology;
  readonly stored: StoredRule;
  readonly isGone: boolean;
}): ReactElement {
  const [kept, setKept] = useState<RuleForm>();
  return kept === undefined ? (
    <RuleEditor
      {...more}
      key="stored"
      first={formOf(stored.record)}
      stored={stored}
      {...(isGone ? { onGone: setKept } : {})}
    />
  ) : (
    <RuleEditor {...more} key="new" first={kept} />
  );
}
