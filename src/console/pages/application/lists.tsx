import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { useApplicationPlace } from '../../api/place.ts';
import type { Component, Install } from '../../api/types.ts';
import type { ApplicationUsage } from '../../api/usage.ts';
import { fareOfInstall, fareOfState } from '../../parts/health.ts';
import { PageLink } from '../../parts/link.tsx';
import { HealthChip } from '../../parts/mark.tsx';
import { PodDots } from '../../parts/poddots.tsx';
import { Row, Rows } from '../../parts/rows.tsx';
import { usageText } from '../../parts/usage.ts';

/** Components of an application as a list. */
export function ComponentList({
  components,
  usage,
  empty = 'No components: install an application, or label a workload (docs/applications.md).',
}: {
  readonly components: readonly Component[];
  /** What to say where there is none. */
  readonly empty?: string | undefined;
  readonly usage: ApplicationUsage;
}): ReactElement {
  const place = useApplicationPlace();
  return (
    <Rows
      items={components}
      label="Components"
      idOf={({ kind, workload }) => `${kind}/${workload}`}
      empty={empty}
    >
      {(component) => {
        const [health, word] = fareOfState(component.state);
        const figures = usageText(usage.ofComponents.get(component.service_id) ?? {});
        return (
          <Row
            health={health}
            state={word}
            name={
              <PageLink
                to="/teams/$team/$region/apps/$app/components/$component"
                params={{ ...place, component: component.service_id }}
              >
                <bdi>{component.name}</bdi>
              </PageLink>
            }
            end={
              <>
                {figures !== '' && <Typography variant="body2">{figures}</Typography>}
                <PodDots component={component} />
                <HealthChip health={health}>{word}</HealthChip>
              </>
            }
          >
            {component.kind} {component.version}
            {component.wave > 0 && ` · wave ${component.wave}`}
            {component.message !== '' && <div>{component.message}</div>}
          </Row>
        );
      }}
    </Rows>
  );
}

/** Installs of an application as a list. */
export function InstallList({
  installs,
  empty = 'No installs: the components come from elsewhere.',
}: {
  readonly installs: readonly Install[];
  /** What to say where there is none. */
  readonly empty?: string | undefined;
}): ReactElement {
  const place = useApplicationPlace();
  return (
    <Rows items={installs} label="Installs" idOf={({ install_id }) => install_id} empty={empty}>
      {(install) => {
        const [health, word] = fareOfInstall(install);
        const { install_id, name, app_model_id, version, serving_version, wave, components_ready } = install;
        return (
          <Row
            health={health}
            state={word}
            name={
              <PageLink
                to="/teams/$team/$region/apps/$app/installs/$install"
                params={{ ...place, install: install_id }}
              >
                <bdi>{name}</bdi>
              </PageLink>
            }
            end={
              <>
                {wave !== '' && <Typography variant="body2">wave {wave}</Typography>}
                <Typography variant="body2">{components_ready} components ready</Typography>
                <HealthChip health={health}>{word}</HealthChip>
              </>
            }
          >
            <bdi>{app_model_id}</bdi> {version}
            {serving_version !== '' && serving_version !== version && ` (${serving_version} serves)`}
            {install.ready !== 'True' && install.message !== '' && <div>{install.message}</div>}
          </Row>
        );
      }}
    </Rows>
  );
}
