import Chip from '@mui/material/Chip';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  lazy,
  type ReactElement,
  Suspense,
  startTransition,
  useDeferredValue,
  useMemo,
  useState,
} from 'react';
import { useApplicationPlace } from '../../api/place.ts';
import type { Topology } from '../../api/types.ts';
import { type ApplicationUsage, useUsage } from '../../api/usage.ts';
import { ChoiceBar } from '../../parts/choicebar.tsx';
import { Heading } from '../../parts/heading.tsx';
import { fareOfPhase } from '../../parts/health.ts';
import { ButtonLink } from '../../parts/link.tsx';
import { HealthChip } from '../../parts/mark.tsx';
import { RuleRows } from '../../parts/rulerows.tsx';
import { Empty, textOf, Waiting } from '../../parts/states.tsx';
import { EventList } from '../events/list.tsx';
import { ComponentList, InstallList } from './lists.tsx';
import { narrow } from './narrow.ts';
import { Summary } from './summary.tsx';

const Canvas = lazy(async () => ({ default: (await import('./canvas.tsx')).Canvas }));

const VIEWS = ['Topology', 'Rules', 'Components', 'Installs', 'Events'] as const;
type View = (typeof VIEWS)[number];

/** Application as a whole, as a drawing and as lists. */
export function ApplicationView({ topology }: { readonly topology: Topology }): ReactElement {
  const isPhone = useMediaQuery('(max-width: 600px)', { noSsr: true });
  const [view, setView] = useState<View>(isPhone ? 'Components' : 'Topology');
  const [text, setText] = useState('');
  const [onlyTrouble, setOnlyTrouble] = useState(false);
  const usage = useUsage(useApplicationPlace(), topology.rules, topology.may.metrics.read);
  // Typing and clicks are answered at once; what they change follows in pieces.
  const [settled, settledTrouble] = [useDeferredValue(text), useDeferredValue(onlyTrouble)];
  const shown = useMemo(
    () => narrow(topology, { text: settled, onlyTrouble: settledTrouble }),
    [topology, settled, settledTrouble],
  );
  const counts = {
    Topology: '',
    Rules: ` (${shown.rules.length})`,
    Components: ` (${shown.components.length})`,
    Installs: ` (${shown.installs.length})`,
    Events: '',
  };
  return (
    <>
      <ApplicationHeading topology={topology} />
      <Summary topology={topology} />
      <ChoiceBar text={text} onText={setText} onlyTrouble={onlyTrouble} onOnlyTrouble={setOnlyTrouble}>
        <Totals topology={topology} usage={usage} />
      </ChoiceBar>
      <Tabs
        value={view}
        onChange={(_event, next: View) => startTransition(() => setView(next))}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label="Views of the application"
        sx={{ mb: 2 }}
      >
        {VIEWS.map((each) => (
          <Tab key={each} value={each} label={each + counts[each]} />
        ))}
      </Tabs>
      <Shown view={view} topology={shown} usage={usage} />
    </>
  );
}

function Shown({
  view,
  topology,
  usage,
}: {
  readonly view: View;
  readonly topology: Topology;
  readonly usage: ApplicationUsage;
}): ReactElement {
  const { rules, components, installs } = topology;
  switch (view) {
    case 'Topology':
      return rules.length + components.length === 0 ? (
        <Empty>Nothing to draw: no rule and no component, or none that the filter leaves.</Empty>
      ) : (
        <Suspense fallback={<Waiting />}>
          <Canvas topology={topology} usage={usage} />
        </Suspense>
      );
    case 'Rules':
      return <RuleRows rules={rules} usage={usage} />;
    case 'Components':
      return <ComponentList components={components} usage={usage} />;
    case 'Installs':
      return <InstallList installs={installs} />;
    case 'Events':
      return <EventList may={topology.may} />;
  }
}

function ApplicationHeading({
  topology: { application, may },
}: {
  readonly topology: Topology;
}): ReactElement {
  const place = useApplicationPlace();
  const [health, word] = fareOfPhase(application.phase);
  return (
    <Heading
      title={application.name}
      actions={
        <>
          {may.rules.create && (
            <ButtonLink to="/teams/$team/$region/apps/$app/rules/new" params={place} variant="contained">
              New rule
            </ButtonLink>
          )}
          {may.installs.create && (
            <ButtonLink to="/teams/$team/$region/apps/$app/installs/new" params={place} variant="outlined">
              Install
            </ButtonLink>
          )}
        </>
      }
    >
      <HealthChip health={health}>{word}</HealthChip>
      {application.managed_by !== '' && (
        <Chip size="small" variant="outlined" label={`kept by ${application.managed_by}`} />
      )}
      {application.note !== '' && (
        <Typography color="text.secondary">
          <bdi>{application.note}</bdi>
        </Typography>
      )}
    </Heading>
  );
}

/** What is left out, and why there are no figures. */
function Totals({
  topology: { rules, rules_total, components, components_total },
  usage: { error },
}: {
  readonly topology: Topology;
  readonly usage: ApplicationUsage;
}): ReactElement {
  const notes = [
    ...(rules.length < rules_total ? [`The first ${rules.length} of ${rules_total} rules.`] : []),
    ...(components.length < components_total
      ? [`The first ${components.length} of ${components_total} components.`]
      : []),
    ...(error === undefined ? [] : [`No figures: ${textOf(error)}`]),
  ];
  return (
    <Typography variant="body2" color="text.secondary">
      {notes.join(' ')}
    </Typography>
  );
}
