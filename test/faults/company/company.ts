import { SERVICES } from '../../../src/objects/core.ts';
import { MARKET_INSTALLS } from '../../../src/objects/stoa.ts';
import { isWrite } from '../call.ts';
import { labelOf } from '../endstate.ts';
import type { Entry } from '../ledger.ts';
import { madeIn } from '../made.ts';
import { eventually } from '../operatorrun.ts';
import { violationsIn } from '../oracle.ts';
import { Scene } from '../scene.ts';
import type { Stage } from '../stage.ts';
import { STEP_LIMIT_MS, StepTimeout } from '../steptimeout.ts';
import type { Team } from '../team.ts';
import { ACTS, type Act, fallen, settle, upgrade } from './acts.ts';

/** Name of the install of a team. */
const NAME = 'i';

/** Client that makes Stoa look at an install once more. */
const CALLER = 'company-caller';

/**
 * Lets Stoa work in the company of clients that write to the same objects: a rule with a certificate and an install live
 * while each of these clients acts, the install is upgraded, and then `rest` passes. Returns what Stoa has done wrong: it
 * has undone what it should leave, has written when nothing was left to do, has written at rest, or does not tell with
 * whom an install struggles.
 */
export async function inCompany(
  stage: Stage,
  names: readonly string[],
  rest: (scene: Scene) => Promise<void>,
): Promise<readonly string[]> {
  const scene = await Scene.open(stage, 'installs');
  try {
    await scene.ready();
    return await problemsOf(scene, names, rest);
  } catch (error) {
    if (error instanceof StepTimeout) {
      return [error.message];
    }
    throw error;
  } finally {
    await scene.close();
  }
}

async function problemsOf(
  scene: Scene,
  names: readonly string[],
  rest: (scene: Scene) => Promise<void>,
): Promise<readonly string[]> {
  const { team, ledger } = scene;
  const problems: string[] = [];
  await team.rewritten();
  await settle(team);
  await lookedAt(scene);
  for (const name of names) {
    problems.push(...(await problemsOfAct(scene, name)).map((each) => `${name}: ${each}`));
  }
  await upgrade(team);
  problems.push(...(await unexplained(team, [])).map((each) => `upgrade: ${each}`));
  await lookedAt(scene);
  problems.push(...lost(team, names).map((each) => `upgrade: ${each}`));
  await team.view.until(() => team.isReported, STEP_LIMIT_MS);
  // The watch may show a write before the ledger has its answer.
  await scene.settled();
  const from = ledger.entries.length;
  await rest(scene);
  const writes = ledger.entries.slice(from).filter(({ call }) => isWrite(call));
  problems.push(...writes.map(({ class: of, name }) => `at rest: ${of} ${name}`));
  return [...problems, ...(await changesOfNext(scene)), ...violationsIn(team.view)];
}

async function problemsOfAct(scene: Scene, name: string): Promise<readonly string[]> {
  const { team, ledger } = scene;
  const act = actOf(name);
  const from = ledger.entries.length;
  await act.run(team.neighbour(act.manager), team);
  const complaints = await unexplained(team, [act.manager]);
  await lookedAt(scene);
  const done = effects(ledger.entries.slice(from), team);
  const excess = done.filter((effect, index) => !isAnswer(act, effect) || done.indexOf(effect) < index);
  return [...complaints, ...excess.map((effect) => `Stoa ${effect}`), ...lost(team, [name])];
}

function isAnswer({ answers = [] }: Act, effect: string): boolean {
  return answers.some((start) => effect.startsWith(start));
}

/**
 * Objects of the install that the next operator process changes. What admission rewrites, it applies once to see the
 * result: that may change the owners of fields, but no content.
 */
async function changesOfNext(scene: Scene): Promise<readonly string[]> {
  const { view } = scene.team;
  const before = madeIn(view);
  await scene.secondPass();
  const after = madeIn(view);
  const lost = [...before].filter((line) => !after.has(line));
  return lost.map((line) => `the next operator changes ${line}`);
}

/** Act with this name. Throws if there is none. */
function actOf(name: string): Act {
  const act = ACTS[name];
  if (act === undefined) {
    throw new Error(`nobody ${name}; there are ${Object.keys(ACTS).join(', ')}`);
  }
  return act;
}

/** Conditions, where the install is not ready, that name none of the managers; empty if it is, or becomes so in time. */
async function unexplained(team: Team, managers: readonly string[]): Promise<readonly string[]> {
  const reasonOf = () => {
    const conditions = team.view.installs.get(NAME)?.status?.conditions ?? [];
    return conditions.find(({ type }) => type === 'Ready')?.message ?? 'no status';
  };
  const isExplained = () => managers.some((manager) => reasonOf().includes(manager));
  const isGood = () => team.shop.has('Ready', 'True') || isExplained();
  return (await team.view.until(isGood, STEP_LIMIT_MS)) ? [] : [`the install is not ready: ${reasonOf()}`];
}

/** Marks of these acts that Stoa has taken away, or has left where it should have taken them back. */
function lost({ view }: Team, names: readonly string[]): readonly string[] {
  return names.map(actOf).flatMap((act) => fallen(act, view));
}

/** Effects of Stoa on objects, except on statuses, and on an install itself. */
function effects(entries: readonly Entry[], { view }: Team): readonly string[] {
  return entries
    .filter(({ call, effect }) => isWrite(call) && call.subresource === undefined && effect !== 'unchanged')
    .filter(({ call }) => call.resource !== MARKET_INSTALLS.plural)
    .map(({ effect, call, name }) => `${effect} ${labelOf(call.resource, name, view)}`);
}

/**
 * Makes Stoa look at the install once more, by an annotation on one of its objects, and waits until it has nothing to do.
 * Of a workload, the control plane would write the status anew, and Stoa that of the application.
 */
export async function lookedAt(scene: Scene): Promise<void> {
  const { team, operator } = scene;
  const before = operator.turns('marketinstall');
  const caller = team.neighbour(CALLER);
  const at = { resource: SERVICES, name: 'front' };
  await caller.apply(at, { metadata: { annotations: { 'company.example.com/look': `after ${before}` } } });
  if (!(await eventually(async () => operator.turns('marketinstall') > before, STEP_LIMIT_MS))) {
    throw new StepTimeout(`Stoa does not look at the install; ${operator.unsettled}: ${operator.log.at(-1)}`);
  }
  await scene.settled();
}
