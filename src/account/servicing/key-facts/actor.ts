/** The running acceptance of an offer. */
import { type Actor, createActor, fromPromise } from 'xstate';
import { consentVersion } from '../../../../domain/servicing/consents.ts';
import { documentVersions } from '../../../../domain/servicing/document-versions.ts';
import type { Language } from '../../../../domain/values/wire.ts';
import { provideActors } from '../../../../machines/provide-actors.ts';
import { keyFactsMachine } from '../../../../machines/servicing/key-facts.ts';
import { actorOptions } from '../../../hooks/actor-options.ts';
import type { Call } from '../../../api/call.ts';

export type KeyFactsActor = Actor<typeof keyFactsMachine>;

export interface KeyFactsOptions {
  call: Call;
  path: { id: string; offer_id: string };
  /** The language in which the statement is issued first. */
  language: Language;
  /** Returns the language of the app, and of the consents. */
  shown: () => Language;
  onAccepted: () => void;
}

/** Creates the actor without starting it. */
export function createKeyFactsActor({
  call,
  path,
  language,
  shown,
  onAccepted,
}: KeyFactsOptions): KeyFactsActor {
  const machine = provideActors(keyFactsMachine, {
    createKeyFacts: fromPromise(({ input, signal }) =>
      call(
        'createKeyFacts',
        { path, body: { language: input.language, version: documentVersions.key_facts } },
        { signal },
      ),
    ),
    acknowledge: fromPromise(({ input: { keyFacts }, signal }) => {
      const { document_id, sha256 } = documentOf(keyFacts);
      return call(
        'acknowledgeKeyFacts',
        { path: { id: path.id, document_id }, body: { sha256 } },
        { signal },
      );
    }),
    accept: fromPromise(({ input: { keyFacts, acceptance }, signal }) => {
      const { consents = [] } = acceptance ?? {};
      return call(
        'acceptOffer',
        {
          path,
          body: {
            key_facts_id: documentOf(keyFacts).document_id,
            consents: consents.map((purpose) => ({ purpose, version: consentVersion, language: shown() })),
          },
        },
        { signal },
      );
    }),
  }).provide({ actions: { notifyAccepted: onAccepted } });
  return createActor(machine, { input: { language }, ...actorOptions });
}

function documentOf<T extends { document: unknown }>(keyFacts: T | null): T['document'] {
  if (!keyFacts) throw new Error('There are no key facts to acknowledge');
  return keyFacts.document;
}
