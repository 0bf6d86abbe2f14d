import { type Account, OperatorProcess } from './child.ts';
import { LEASE_LOST } from './exitcode.ts';
import { say } from './longrun.ts';
import type { Question, Vitals } from './operator.ts';

/**
 * An operator that is started again when it ends, as a kubelet would: it loses its lease while the API server is away,
 * where that takes long to start.
 */
export class KeptOperator {
  process: OperatorProcess;
  readonly #account: Account;
  #isNew = false;
  #ends = false;
  /** Reasons for which processes have ended by themselves, other than a lost lease. */
  readonly crashes: string[] = [];

  constructor(account: Account) {
    this.#account = account;
    this.process = this.#start();
  }

  /** Whether the process is another one than at the last question. */
  get isNew(): boolean {
    const isNew = this.#isNew;
    this.#isNew = false;
    return isNew;
  }

  /** Answer to a question, of another process where the one that is asked ends. */
  async ask(question: Question): Promise<Vitals> {
    return await this.#answer((process) => process.ask(question));
  }

  /** Vitals once it is idle, of another process where the one that is asked ends. */
  async quiet(): Promise<Vitals> {
    return await this.#answer((process) => process.quiet());
  }

  async #answer(ask: (process: OperatorProcess) => Promise<Vitals>): Promise<Vitals> {
    for (;;) {
      const { process } = this;
      try {
        return await ask(process);
      } catch (error) {
        if (process === this.process) {
          throw error;
        }
      }
    }
  }

  async end(): Promise<void> {
    this.#ends = true;
    await this.process.end('SIGTERM');
  }

  #start(): OperatorProcess {
    const process = new OperatorProcess(this.#account);
    process.gone.addEventListener('abort', () => {
      if (!this.#ends) {
        const { message } = process.gone.reason as Error;
        say(`${message}; another one starts`);
        if (!message.endsWith(` ${LEASE_LOST}`)) {
          this.crashes.push(message);
        }
        this.#isNew = true;
        this.process = this.#start();
      }
    });
    return process;
  }
}
