/** A form that is sent once: its state for a screen. */
import { useSelector } from '@xstate/react';
import { useLayoutEffect, useRef } from 'react';
import { createActor, fromPromise } from 'xstate';
import type { Outcome } from '../../domain/values/outcome.ts';
import { formSubmissionMachine } from '../../machines/form-submission.ts';
import type { Failure } from '../../machines/outcome.ts';
import { provideActors } from '../../machines/provide-actors.ts';
import { actorOptions } from './actor-options.ts';
import { useLocalActor } from './local-actor.ts';

export interface FormSubmission<Body> {
  state: 'editing' | 'sending' | 'sent';
  /** Of the latest attempt; null where there is none to show. */
  failure: Failure | null;
  submit: (body: Body) => void;
  /** Begins another one after the first was sent. */
  startAnother: () => void;
}

/** @param send the call; its body is what `submit` was given */
export function useFormSubmission<Body>(
  send: (body: Body, signal: AbortSignal) => Promise<Outcome<unknown>>,
): FormSubmission<Body> {
  const latest = useRef(send);
  useLayoutEffect(() => {
    latest.current = send;
  });
  const actor = useLocalActor(() =>
    createActor(
      provideActors(formSubmissionMachine, {
        // The machine does not know the form's values; `submit` alone sends them.
        send: fromPromise(({ input, signal }) => latest.current(input.body as Body, signal)),
      }),
      actorOptions,
    ),
  );
  const now = useSelector(actor, (snapshot) => snapshot);
  return {
    state: now.value,
    failure: now.context.failure,
    submit: (body) => actor.send({ type: 'form.submitted', body }),
    startAnother: () => actor.send({ type: 'another.requested' }),
  };
}
