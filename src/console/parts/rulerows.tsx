import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { useApplicationPlace } from '../api/place.ts';
import type { Rule } from '../api/types.ts';
import type { ApplicationUsage } from '../api/usage.ts';
import { fareOfRule } from './health.ts';
import { PageLink } from './link.tsx';
import { HealthChip } from './mark.tsx';
import { Row, Rows } from './rows.tsx';
import { usageText } from './usage.ts';

/** Rules as a list, each with its requests where they are known. */
export function RuleRows({
  rules,
  usage,
  empty = 'No rules: nothing from outside gets here.',
}: {
  readonly rules: readonly Rule[];
  readonly usage?: ApplicationUsage;
  /** What to say where there is none. */
  readonly empty?: string | undefined;
}): ReactElement {
  const place = useApplicationPlace();
  return (
    <Rows items={rules} label="Rules" idOf={({ rule_id }) => rule_id} empty={empty}>
      {(rule) => {
        const [health, word] = fareOfRule(rule);
        const figures = usageText(usage?.ofRules.get(rule.rule_id) ?? {});
        return (
          <Row
            health={health}
            state={word}
            name={
              <PageLink
                to="/teams/$team/$region/apps/$app/rules/$rule"
                params={{ ...place, rule: rule.rule_id }}
              >
                <bdi>{rule.name}</bdi>
              </PageLink>
            }
            end={
              <>
                {figures !== '' && <Typography variant="body2">{figures}</Typography>}
                <HealthChip health={health}>{word}</HealthChip>
              </>
            }
          >
            <bdi>
              {rule.host || '*'}
              {rule.path}
            </bdi>{' '}
            to <bdi>{rule.service_id}</bdi>:{rule.container_port} {rule.summary}
            {rule.ready !== 'True' && rule.message !== '' && <div>{rule.message}</div>}
          </Row>
        );
      }}
    </Rows>
  );
}
