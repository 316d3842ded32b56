/** A server of a simulation: the real handlers and jobs, with separate memory and clock, on the shared database. */
import './prelude.ts';
import type { OperationId } from '../../openapi/operations.ts';
import type { Services } from '../../server/api/handler.ts';
import { apiBase, mountApi } from '../../server/api/mount.ts';
import { jobHandlers } from '../../server/app/job-handlers.ts';
import { readConfig } from '../../server/config/config.ts';
import { maxDocumentsInMemory } from '../../server/documents/add.ts';
import { createSemaphore } from '../../server/documents/semaphore.ts';
import { handlers } from '../../server/handlers/index.ts';
import { createRateLimiter } from '../../server/http/rate-limiter.ts';
import { type JobKind, kindRow } from '../../server/jobs/kinds.ts';
import { type JobHandlers, type JobRun, startJobRunner } from '../../server/jobs/runner.ts';
import { errorFields } from '../../server/platform/log.ts';
import { createInstitutionCache } from '../../server/masters/institution-cache.ts';
import { createApiKeyCache } from '../../server/partners/api-key-cache.ts';
import { keyring } from './database.ts';
import { adaptersFor } from './outside/adapters.ts';
import type { Actor } from './scheduler.ts';
import type { World } from './world.ts';
import { hourMs } from './times.ts';
import { unlimitedRates } from '../../server/testing/config.ts';

export const config = readConfig({
  SANDBOX: '1',
  NODE_ENV: 'test',
  LOG: 'off',
  CLAMD: 'none',
  REENTRY_ANSWER_MS: '0',
  OTP_DELIVERY_MS: '0',
  OTP_HASH_COST: '1',
  ...unlimitedRates,
});

/** Codes of errors that are the world's: a lost connection to the database, a store or a provider that fails. */
export const causes = ['08006', 'ECONNRESET'];

/** The hours between repetitions of jobs that the real server repeats each hour. */
const repeatedHours: Partial<Record<JobKind, number>> = {
  'servicing.advance': 26,
  'loans.adopt': 24 * 4,
  'documents.cleanup': 24 * 20,
  'retention.apply': 24 * 15,
};

export class SimulatedServer {
  readonly actor: Actor;
  /** Calls that wait for an answer of this server: each learns of its crash. */
  readonly #callers = new Set<() => void>();
  readonly #services: Services;
  readonly #site: ReturnType<typeof mountApi>;
  readonly #runner;

  constructor(
    readonly world: World,
    name: string,
    /** The lead of its clock. */
    readonly offsetMs: number,
  ) {
    this.actor = { name, isAlive: true, frozenUntil: 0 };
    this.#services = this.#createServices();
    this.#site = mountApi(this.#services, handlers, { base: apiBase });
    const random = () => world.random.whole(1000) / 1000;
    this.#runner = world.scheduler.as(this.actor, () =>
      startJobRunner(this.#services, this.#jobHandlers(), { random }),
    );
  }

  /** @returns undefined where the server crashes before it has answered */
  answer(operation: OperationId, path: string, init: RequestInit): Promise<Response | undefined> {
    const { scheduler } = this.world;
    return new Promise((resolve, reject) => {
      const lost = () => resolve(undefined);
      this.#callers.add(lost);
      void scheduler
        .as(this.actor, async () => {
          await scheduler.gate(`call ${operation}`);
          return this.#site.request(path, init);
        })
        .then(resolve, reject)
        .finally(() => this.#callers.delete(lost));
    });
  }

  /**
   * Runs a command of an operator, or an act of staff.
   * @returns undefined where the server crashes before its end, or something that it needs does not answer
   */
  operate<Value>(name: string, work: (services: Services) => Promise<Value>): Promise<Value | undefined> {
    const { scheduler } = this.world;
    return new Promise((resolve, reject) => {
      const lost = () => resolve(undefined);
      this.#callers.add(lost);
      void scheduler
        .as(this.actor, async () => {
          await scheduler.gate(name);
          return work(this.#services);
        })
        .then(resolve, (error: unknown) =>
          causes.includes(String(errorFields(error).code)) ? lost() : reject(error),
        )
        .finally(() => this.#callers.delete(lost));
    });
  }

  crash(): void {
    const { scheduler, services } = { scheduler: this.world.scheduler, services: this.#services };
    scheduler.crash(this.actor);
    // The resources that end with the process.
    scheduler.as(this.actor, () => {
      void this.#runner.close(0);
      void services.apiKeys.close();
      void services.institutions.close();
    });
    for (const lost of this.#callers) lost();
    this.#callers.clear();
  }

  #createServices(): Services {
    const { world, offsetMs } = this;
    const db = world.database.connect(world.scheduler, world.faults);
    const clock = { now: () => new Date(world.scheduler.now + offsetMs) };
    return {
      ...{ db, clock, config, keyring },
      log: {
        info: () => {},
        error: (event, fields) => world.logged.push({ event, at: world.scheduler.now, ...fields }),
      },
      adapters: adaptersFor(world),
      apiKeys: createApiKeyCache(db, { sandbox: true }),
      institutions: createInstitutionCache(db),
      documentsInMemory: createSemaphore(maxDocumentsInMemory),
      rateLimiter: createRateLimiter({ rates: config.rates, now: () => clock.now().getTime() }),
    };
  }

  #jobHandlers(): JobHandlers {
    const { world, offsetMs } = this;
    const own = jobHandlers(this.#services);
    const noted = Object.entries(own).map(([kind, handle]) => [
      kind,
      async (payload: never, run: JobRun) => {
        world.trace.note(world.scheduler.now, `${this.actor.name} job ${kind} ${run.attempt}`);
        const result = await handle(payload, run);
        world.did(`job ${kind}`);
        if (kindRow(kind as JobKind).everyMs === undefined || result !== 'done') return result;
        const hours = repeatedHours[kind as JobKind] ?? 24;
        const afterMs = hours * hourMs * (0.5 + world.random.whole(1000) / 1000);
        return { runAt: new Date(world.scheduler.now + offsetMs + afterMs) };
      },
    ]);
    return Object.fromEntries(noted) as JobHandlers;
  }
}
