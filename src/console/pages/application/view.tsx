import Chip from '@mui/material/Chip';
import type { Theme } from '@mui/material/styles';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { useApplicationPlace } from '../../api/place.ts';
import type { Topology } from '../../api/types.ts';
import { type ApplicationUsage, useUsage } from '../../api/usage.ts';
import { ChoiceBar } from '../../parts/choicebar.tsx';
import { Heading } from '../../parts/heading.tsx';
import { ButtonLink } from '../../parts/link.tsx';
import { HealthChip } from '../../parts/mark.tsx';
import { RuleRows } from '../../parts/rulerows.tsx';
import { Empty, textOf, Waiting } from '../../parts/states.tsx';
import { EventList } from '../events/list.tsx';
import { ComponentList, InstallList } from './lists.tsx';
import { type Choice, countText, narrow, whyNone } from './narrow.ts';
import { fareOf } from './problems.ts';
import { Summary } from './summary.tsx';
import { VIEWS, type View } from './views.ts';

const Canvas = lazy(async () => ({ default: (await import('./canvas.tsx')).Canvas }));

/** Application as a whole, as a drawing and as lists. */
export function ApplicationView({ topology }: { readonly topology: Topology }): ReactElement {
  const [view, setView] = useView();
  const isWide = useMediaQuery<Theme>(({ breakpoints }) => breakpoints.up('md'), { noSsr: true });
  const [text, setText] = useState('');
  const [onlyTrouble, setOnlyTrouble] = useState(false);
  const usage = useUsage(useApplicationPlace(), topology.rules, topology.may.metrics.read);
  // Typing and clicks are answered at once; what they change follows in pieces.
  const [settled, settledTrouble] = [useDeferredValue(text), useDeferredValue(onlyTrouble)];
  const choice = useMemo(() => ({ text: settled, onlyTrouble: settledTrouble }), [settled, settledTrouble]);
  const shown = useMemo(() => narrow(topology, choice), [topology, choice]);
  const counts = {
    Topology: '',
    Rules: ` (${countText(shown.rules.length, topology.rules.length)})`,
    Components: ` (${countText(shown.components.length, topology.components.length)})`,
    Installs: ` (${countText(shown.installs.length, topology.installs.length)})`,
    Events: '',
  };
  return (
    <>
      <ApplicationHeading topology={topology} />
      <Summary topology={topology} />
      <Tabs
        value={view}
        onChange={(_event, next: View) => setView(next)}
        variant="scrollable"
        scrollButtons={isWide ? false : 'auto'}
        allowScrollButtonsMobile
        aria-label="Views of the application"
        sx={{ mt: 1 }}
      >
        {VIEWS.map((each) => (
          <Tab key={each} value={each} label={each + counts[each]} />
        ))}
      </Tabs>
      {view === 'Events' ? (
        <EventList topology={topology} />
      ) : (
        <>
          <ChoiceBar text={text} onText={setText} onlyTrouble={onlyTrouble} onOnlyTrouble={setOnlyTrouble}>
            <Totals topology={topology} usage={usage} />
          </ChoiceBar>
          <Shown view={view} topology={topology} shown={shown} choice={choice} usage={usage} />
        </>
      )}
    </>
  );
}

/** View that is shown, which is in the address: whoever comes back finds it again. */
function useView(): readonly [View, (next: View) => void] {
  const isPhone = useMediaQuery('(max-width: 600px)', { noSsr: true });
  const { view = isPhone ? 'Components' : 'Topology' } = useSearch({ strict: false });
  const navigate = useNavigate();
  return [view, (next) => void navigate({ to: '.', search: { view: next }, replace: true })];
}

function Shown({
  view,
  topology: all,
  shown,
  choice,
  usage,
}: {
  readonly view: Exclude<View, 'Events'>;
  readonly topology: Topology;
  readonly shown: Topology;
  readonly choice: Choice;
  readonly usage: ApplicationUsage;
}): ReactElement {
  const { rules, components, installs } = shown;
  const none = (what: string, { length }: readonly unknown[]) => whyNone(what, length, choice);
  switch (view) {
    case 'Topology':
      return rules.length + components.length === 0 ? (
        <Empty>
          {none('rules and components', [...all.rules, ...all.components]) ??
            'Nothing to draw: no rule and no component.'}
        </Empty>
      ) : (
        <Suspense fallback={<Waiting />}>
          <Canvas topology={shown} usage={usage} />
        </Suspense>
      );
    case 'Rules':
      return <RuleRows rules={rules} usage={usage} empty={none('rules', all.rules)} />;
    case 'Components':
      return (
        <ComponentList components={components} usage={usage} empty={none('components', all.components)} />
      );
    case 'Installs':
      return <InstallList installs={installs} empty={none('installs', all.installs)} />;
  }
}

function ApplicationHeading({ topology }: { readonly topology: Topology }): ReactElement {
  const place = useApplicationPlace();
  const { application, may } = topology;
  const [health, word] = fareOf(topology);
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
        <Typography color="textSecondary">
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
    <Typography variant="body2" color="textSecondary">
      {notes.join(' ')}
    </Typography>
  );
}
