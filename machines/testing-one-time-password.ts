/** The machine of a one-time password on a simulated clock, whose calls a test answers. */
import { type AnyTransitionDefinition, createActor, fromPromise, SimulatedClock } from 'xstate';
import type { PasswordAnswer } from '../domain/forms/one-time-password.ts';
import type { Outcome } from '../domain/values/outcome.ts';
import { oneTimePasswordMachine, type PasswordResponse, type SentPassword } from './one-time-password.ts';

/** The names of the transitions that the tests of a file have taken. */
export const taken = new Set<string>();

export const nameOf = ({ source, eventType, target }: AnyTransitionDefinition) =>
  `${source?.id} — ${eventType} → ${target?.[0]?.id}`;

/** @param before the password that was sent before the page was loaded again */
export function startPassword(before: SentPassword | null = null) {
  const clock = new SimulatedClock();
  let slept = 0;
  const calls = { asked: 0, entered: [] as PasswordAnswer[], notified: 0 };
  const requests: ((answer: Outcome<PasswordResponse>) => void)[] = [];
  const checks: ((answer: Outcome<unknown>) => void)[] = [];
  const actor = createActor(
    oneTimePasswordMachine.provide({
      actors: {
        requestPassword: fromPromise(() => {
          calls.asked += 1;
          return new Promise<Outcome<PasswordResponse>>((answer) => requests.push(answer));
        }),
        checkPassword: fromPromise(({ input }) => {
          calls.entered.push(input.answer);
          return new Promise<Outcome<unknown>>((answer) => checks.push(answer));
        }),
      },
      actions: {
        notifyAccepted: () => {
          calls.notified += 1;
        },
      },
    }),
    {
      clock,
      input: { now: () => clock.now() + slept * 1000, sent: before },
      inspect: (event) => {
        if (event.type === '@xstate.microstep') for (const one of event._transitions) taken.add(nameOf(one));
      },
    },
  ).start();
  const answered = async <T>(waiting: ((answer: T) => void)[], answer: T) => {
    waiting.shift()?.(answer);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    calls,
    at: (value: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) =>
      actor.getSnapshot().matches(value),
    /** Returns the time at which the current password expires. */
    left: () => actor.getSnapshot().context.expiresAt,
    refusal: () => actor.getSnapshot().context.refusal,
    rounds: () => actor.getSnapshot().context.attempt,
    seconds: () => actor.getSnapshot().context.secondsLeft,
    asks: () => actor.send({ type: 'password.requested' }),
    finds: () => actor.send({ type: 'password.alreadyReceived' }),
    enters: (otp: string, dob = '') => actor.send({ type: 'password.entered', answer: { otp, dob } }),
    entersBoth: (otp: string, newOtp: string) =>
      actor.send({ type: 'password.entered', answer: { otp, newOtp } }),
    changes: () => actor.send({ type: 'answer.changed' }),
    asked: (answer: Outcome<PasswordResponse>) => answered(requests, answer),
    checked: (answer: Outcome<unknown>) => answered(checks, answer),
    /** Seconds pass, one tick after another; most of a day in one. */
    passes: (seconds: number) => {
      const ticks = Math.min(seconds, 100);
      clock.increment((seconds - ticks) * 1000);
      for (let tick = 0; tick < ticks; tick += 1) clock.increment(1000);
    },
    /** Time passes, and the page does not notice. */
    sleeps: (seconds: number) => {
      slept += seconds;
    },
  };
}
