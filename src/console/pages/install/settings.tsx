import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import type { InstallRecord } from '../../api/records.ts';
import { Yaml } from '../../parts/plan/preview.tsx';
import { Section } from '../../parts/section.tsx';

/** Values of a chart, or what components have in place of what the model says. */
export function Settings({ record }: { readonly record: InstallRecord }): ReactElement {
  const isChart = record.market_type === 'helm';
  const settings = isChart ? record.values : record.overrides;
  const isEmpty = Object.keys(settings).length === 0;
  return (
    <Section title={isChart ? 'Values' : 'Overrides'}>
      {isEmpty ? (
        <Typography color="textSecondary">
          {isChart ? 'None over those of the chart.' : 'None: the components are as the model says.'}
        </Typography>
      ) : (
        <Yaml value={settings} />
      )}
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        To change them, edit spec.{isChart ? 'values' : 'overrides'}: kubectl edit mi/
        <bdi>{record.name}</bdi>
      </Typography>
    </Section>
  );
}
