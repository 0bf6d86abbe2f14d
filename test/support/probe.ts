import type { Question } from '../../src/gateway/probe/rule.ts';
import type { Gateway } from '../../src/objects/gatewayapi.ts';
import { CONFIG, Simulation } from './simulation.ts';

/** A question with defaults for all other fields. */
export function aQuestion(question: Partial<Question> = {}): Question {
  return {
    listener: 'http',
    host: 'shop.example.com',
    path: '/.well-known/stoa/route',
    key: 'key',
    hash: '0123456789abcdef',
    guarded: false,
    ...question,
  };
}

/** A simulation whose operator asks the gateway, with the answers that a test puts into its memory. */
export function probedWorld(status: Gateway['status'] = {}): Simulation {
  const world = new Simulation({ config: { ...CONFIG, probe: { mode: 'auto' } } });
  world.gateway({ status: { ...programmed(), addresses: [{ value: '192.0.2.1' }], ...status } });
  return world;
}

function programmed(): NonNullable<Gateway['status']> {
  const condition = { type: 'Programmed', status: 'True' as const, reason: 'Programmed', message: '' };
  return { conditions: [{ ...condition, lastTransitionTime: 't' }] };
}
