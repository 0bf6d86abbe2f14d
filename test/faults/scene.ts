import type { Leave } from '../../src/base/gate.ts';
import { isWrite } from './call.ts';
import { Ledger } from './ledger.ts';
import { eventually, OperatorRun } from './operatorrun.ts';
import type { Strike } from './plan.ts';
import { FaultProxy } from './proxy.ts';
import type { Stage } from './stage.ts';
import { STEP_LIMIT_MS, StepTimeout } from './steptimeout.ts';
import type { Subject } from './subject.ts';
import { Team } from './team.ts';

/**
 * Class of calls that are limited to one per second and application; a new operator performs those that the last one
 * did not.
 */
const PACED = 'patch.applications.status';

/** One team, its operator behind a proxy, and the operator's successors. */
export class Scene {
  readonly team: Team;
  readonly ledger: Ledger;
  readonly #stage: Stage;
  readonly #leave: Leave | undefined;
  readonly #lives: OperatorRun[] = [];
  #succession: Promise<unknown> = Promise.resolve();

  private constructor(stage: Stage, team: Team, ledger: Ledger, leave?: Leave) {
    this.#stage = stage;
    this.team = team;
    this.ledger = ledger;
    this.#leave = leave;
  }

  /** Creates a team and starts its operator, for workloads on a subject. */
  static async open(stage: Stage, about: Subject, strike?: Strike): Promise<Scene> {
    // Whether the gateway answers must be up to this scene alone, until its last operator has asked.
    const leave = about === 'serving' ? await stage.engine.reserve() : undefined;
    const team = await Team.create(stage, about);
    const scene = new Scene(stage, team, new Ledger(strike), leave);
    await scene.#live(scene.ledger);
    return scene;
  }

  /** Logs of all operators of the scene, as JSON lines. */
  get log(): readonly string[] {
    return this.#lives.flatMap(({ log }, life) => log.map((line) => `life ${life + 1}: ${line.trim()}`));
  }

  /** The current operator. */
  get operator(): OperatorRun {
    const last = this.#lives.at(-1);
    if (last === undefined) {
      throw new Error('no operator has been started yet');
    }
    return last;
  }

  /** Waits until the operator's caches are synced. */
  async ready(): Promise<void> {
    const ready = await eventually(async () => this.operator.ready, STEP_LIMIT_MS);
    if (!ready) {
      throw new StepTimeout('the operator is not ready');
    }
  }

  /** Waits until the operator is idle: the fault is over, and every controller has reconciled since. */
  async settled(): Promise<void> {
    await this.#succession;
    const { rules, installs, applications } = this.team.view;
    const settled = await eventually(async () => {
      const turns = {
        gatewayrule: rules.size,
        marketinstall: installs.size,
        application: applications.size,
      };
      const resumed = this.#lives.length > 1 || this.ledger.resumed;
      return this.ledger.lasting === 0 && resumed && (await this.operator.calm(turns));
    }, STEP_LIMIT_MS);
    if (!settled) {
      throw new StepTimeout(`the operator does not become idle: ${this.operator.unsettled}`);
    }
  }

  /** Replaces the operator by one without faults and waits until it is idle; returns the writes of the latter. */
  async secondPass(): Promise<string[]> {
    await this.#endAll();
    const ledger = new Ledger();
    await this.#live(ledger);
    await this.ready();
    await this.settled();
    return ledger.entries
      .filter(({ call }) => isWrite(call))
      .map((entry) => entry.class)
      .filter((name) => name !== PACED);
  }

  /** Ends the operator and the team. */
  async close(): Promise<void> {
    await this.#endAll();
    this.#leave?.();
    await this.team.leave();
  }

  /** Ends the current operator, and a successor that a last-moment strike has started. */
  async #endAll(): Promise<void> {
    await this.#succession;
    await this.operator.kill();
    await this.#succession;
    await this.operator.kill();
  }

  async #live(ledger: Ledger): Promise<void> {
    const { upstream } = this.#stage;
    const { namespace } = this.team;
    const proxy = await FaultProxy.open({
      upstream,
      namespace,
      ledger,
      onKill: () => this.#succeed((life) => life.kill()),
      onStop: () => this.#succeed((life) => this.#stopped(life)),
    });
    this.#lives.push(new OperatorRun(proxy, this.team.config));
  }

  /** Starts the next operator when this one has ended. */
  #succeed(end: (life: OperatorRun) => Promise<void>): void {
    const { operator, ledger } = this;
    this.#succession = end(operator).then(() => this.#live(ledger));
  }

  async #stopped(life: OperatorRun): Promise<void> {
    life.stop();
    await life.ended;
    await life.kill();
  }
}
