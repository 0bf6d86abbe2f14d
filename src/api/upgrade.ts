import { z } from 'zod';
import { durationMs } from '../base/duration.ts';
import { toldSchema } from './bounded.ts';
import { timestampSchema } from './condition.ts';
import { checked } from './grammar.ts';
import { powersIdSchema } from './powers.ts';

/** Default time for an upgrade that goes back where it takes longer. */
export const DEFAULT_TIMEOUT = '10m';

/** Most versions in the history of an install. */
export const MAX_HISTORY = 10;

const timeoutSchema = checked(
  z
    .string()
    .max(18)
    .regex(/^([0-9]{1,5}[hms]){1,3}$/, 'must be a duration such as 10m or 1h30m'),
  [
    {
      rule: "duration(self) >= duration('1s') && duration(self) <= duration('24h')",
      message: 'must be from 1s to 24h',
      holds: (text) => {
        const ms = durationMs(text) ?? 0;
        return ms >= 1_000 && ms <= 86_400_000;
      },
    },
  ],
);

/** Schema of how an install upgrades. */
export const upgradeSchema = z.object({
  timeout: timeoutSchema
    .describe(
      'How long an upgrade may take, from its first write; 10m where left out and onFailure is rollback.',
    )
    .optional(),
  onFailure: z
    .enum(['wait', 'rollback'])
    .describe(
      'What happens to an upgrade that takes longer: Stoa waits on, or goes back to the version that served last. wait where left out.',
    )
    .optional(),
  allow: z
    .enum(['all', 'same-powers'])
    .describe(
      'What a change of what is in place may bring: everything, or no power that what is in place does not have; all where left out. A change that brings one is held.',
    )
    .optional(),
  approved: powersIdSchema
    .describe(
      'Id of the powers of a version, as a held upgrade and a plan have it: with these, it is not held.',
    )
    .optional(),
});

/** Settings of upgrades in the spec of an install. */
export type UpgradeSettings = z.infer<typeof upgradeSchema>;

/** Schema of the upgrade in the status of an install. */
export const upgradeStatusSchema = z.object({
  generation: z.int().min(0).describe('Generation of the spec that asks for the upgrade.'),
  startedAt: timestampSchema.describe('When its first object was written.'),
  failure: toldSchema(
    2_048,
    'Why it was given up: the version that served before is served until the spec changes.',
  ).optional(),
  held: toldSchema(
    2_048,
    'Why nothing of it was made: the version that served before is served until the spec changes.',
  ).optional(),
});

/** Upgrade that is under way, was given up, or is held. */
export type UpgradeStatus = z.infer<typeof upgradeStatusSchema>;

/** Schema of what became of a version. */
export const outcomeSchema = z.enum(['Progressing', 'Served', 'RolledBack', 'Superseded', 'Held']);
