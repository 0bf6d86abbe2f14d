import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { Area, AreaChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { rounded } from '../../parts/usage.ts';
import type { Mark } from './marks.ts';
import type { Series } from './series.ts';
import type { UsageOverTime } from './usage.ts';

/** Charts of a component's usage, with marks where something changed. */
export function Charts({
  usage: { range, series },
  marks,
}: {
  readonly usage: UsageOverTime;
  readonly marks: readonly Mark[];
}): ReactElement {
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr', xl: '1fr 1fr 1fr' } }}
    >
      {series.map((each) => (
        <Chart key={each.item} series={each} range={range} marks={marks} />
      ))}
    </Box>
  );
}

function Chart({
  series: { title, unit, points, problem },
  range,
  marks,
}: {
  readonly series: Series;
  readonly range: UsageOverTime['range'];
  readonly marks: readonly Mark[];
}): ReactElement {
  const last = points.at(-1);
  return (
    <Paper component="figure" sx={{ m: 0, p: 2, minWidth: 0 }}>
      <Typography component="figcaption" variant="subtitle2">
        {title}
        {last !== undefined && `: ${rounded(last.value)} ${unit}`}
      </Typography>
      {last === undefined ? (
        <Typography variant="body2" color="textSecondary">
          {problem === 'no-data' ? 'Nothing was measured in this time.' : `No values: ${problem}.`}
        </Typography>
      ) : (
        <Plot points={points} unit={unit} range={range} marks={marks} />
      )}
    </Paper>
  );
}

function Plot({
  points,
  unit,
  range,
  marks,
}: Pick<Series, 'points' | 'unit'> & {
  readonly range: UsageOverTime['range'];
  readonly marks: readonly Mark[];
}): ReactElement {
  const theme = useTheme();
  const { primary, text, warning, background } = (theme.vars ?? theme).palette;
  const tick = { fill: text.secondary, fontSize: 11 };
  return (
    <ResponsiveContainer width="100%" height={180}>
      <AreaChart
        data={[...points]}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <XAxis
          dataKey="at"
          type="number"
          domain={[...range]}
          tickFormatter={clock}
          tick={tick}
          stroke={text.secondary}
        />
        <YAxis width={44} tick={tick} stroke={text.secondary} tickFormatter={rounded} />
        <Tooltip
          isAnimationActive={false}
          labelFormatter={(at) => clock(Number(at))}
          formatter={(value) => [`${rounded(Number(value))} ${unit}`, '']}
          separator=""
          contentStyle={{ background: background.paper, color: text.primary }}
        />
        {marks.map(({ at, text: word, kind }) => (
          <ReferenceLine
            key={`${at} ${word}`}
            x={at}
            stroke={kind === 'upgrade' ? warning.main : text.secondary}
            strokeDasharray={kind === 'upgrade' ? undefined : '3 3'}
          />
        ))}
        <Area
          dataKey="value"
          stroke={primary.main}
          fill={primary.main}
          fillOpacity={0.15}
          isAnimationActive={false}
        />
      </AreaChart>
    </ResponsiveContainer>
  );
}

function clock(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}
