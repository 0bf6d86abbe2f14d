import type { Exposure } from '../../component/exposure.ts';
import { type Assessment, assess } from '../../engines/assessment.ts';
import { ENGINES } from '../../engines/index.ts';
import { keyOf } from '../../kube/object.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { parseRule } from '../../rule/effective.ts';

/** Rules of a namespace, and the Services and workloads beside them. */
export interface SurveyedNamespace {
  readonly rules: readonly GatewayRule[];
  readonly exposure: Exposure;
}

/** Rules as all engines serve them. */
export interface Survey {
  readonly engines: readonly SurveyedEngine[];
  /** Rules that no engine gets, because they cannot be read: `namespace/name`, and why. */
  readonly invalid: readonly { readonly rule: string; readonly why: string }[];
}

/** Rules as one engine serves them, each by `namespace/name`. */
export interface SurveyedEngine {
  readonly engine: string;
  readonly rules: readonly ({ readonly rule: string } & Assessment)[];
}

/** Survey of rules, each on its own, by all engines that Stoa knows. Pure. */
export function surveyOf(namespaces: readonly SurveyedNamespace[]): Survey {
  const read = namespaces.flatMap(({ rules, exposure }) =>
    rules.map((object) => ({ rule: keyOf(object), exposure, reading: parseRule(object) })),
  );
  return {
    engines: ENGINES.map((dialect) => ({
      engine: dialect.name,
      rules: read.flatMap(({ rule, exposure, reading }) =>
        reading.type === 'valid' ? [{ rule, ...assess(reading.rule, exposure, dialect) }] : [],
      ),
    })),
    invalid: read.flatMap(({ rule, reading }) =>
      reading.type === 'valid' ? [] : [{ rule, why: reading.message }],
    ),
  };
}
