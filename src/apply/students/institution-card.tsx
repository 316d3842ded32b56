/** The institution that all students share: found by typing, locked if the link named it. */
import { useSelector } from '@tanstack/react-form';
import { useSelector as useActorSelector } from '@xstate/react';
import { Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { createActor, fromPromise } from 'xstate';
import { institutionFields } from '../../../domain/forms/fields/institution.ts';
import { limits } from '../../../domain/values/limits.ts';
import { institutionFieldName } from '../../../domain/forms/student.ts';
import type { Institution } from '../../../domain/values/wire.ts';
import { typeaheadMachine } from '../../../machines/typeahead.ts';
import { useDomainFormApi } from '../../form/form-context.ts';
import { useFieldLock } from '../../form/lock.ts';
import { ComboField } from '../../form/combo-field.tsx';
import { FormField } from '../../form/domain-form.tsx';
import { actorOptions } from '../../hooks/actor-options.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMediaQuery } from '../../hooks/media-query.ts';
import { useLocalActor } from '../../hooks/local-actor.ts';
import { t } from '../../i18n/i18n.tsx';
import { cachedForever, useApiQuery } from '../../data/query.tsx';
import { FeeReceipt } from '../receipt/fee-receipt.tsx';
import { useServices } from '../shared/wizard.tsx';
import type { StudentsForm } from './form.ts';
import { StudentNotices, UnlistedFailed } from './notices.tsx';

const receiptName = 'documents.fee_receipt';

export type InstitutionCardProps = {
  form: StudentsForm;
  onChoose: (institution: Institution | null) => void;
};

/** The characters that the input shows on a small phone and on a laptop; a longer name is shown in full elsewhere. */
const visibleCharacters = { phone: 22, laptop: 50 };

export function InstitutionCard({ form, onChoose }: InstitutionCardProps) {
  const chosen = useSelector(form.store, (state) => state.values.institution);
  const search = useSearch();
  const { notifyChange } = useDomainFormApi();
  const unlisted = useUnlisted((institution) => {
    onChoose(institution);
    form.setFieldValue(institutionFieldName, String(institution.id), { dontValidate: true });
    notifyChange(institutionFieldName);
  });
  const lockOf = useFieldLock();
  const isOpen = lockOf(institutionFieldName).access !== 'locked';
  const isCut =
    (chosen?.name.length ?? 0) > visibleCharacters[useMediaQuery('(width >= 40rem)') ? 'laptop' : 'phone'];
  return (
    <>
      <StudentNotices hasInstitution={chosen !== null} />
      <Card>
        <FormField
          name={institutionFieldName}
          row={institutionFields['el_details.institution_id']}
          as={ComboField}
          hint={isCut ? chosen?.name : isOpen && <SearchHint />}
          items={search.items}
          valueLabel={chosen?.name}
          last={search.hasLoaded ? unlisted.item : undefined}
          onQuery={(text) => {
            unlisted.cancel();
            search.type(text);
          }}
          onChoose={(option) => {
            unlisted.cancel();
            onChoose(option && search.find(option.value));
          }}
          loading={search.loading || unlisted.isReading}
          empty={search.empty}
        />
        {unlisted.hasFailed && <UnlistedFailed onRetry={unlisted.retry} />}
        {(chosen?.receipt_upload || lockOf(receiptName).query) && (
          <Suspense fallback={<Skeleton label={t('app.loading')} fields={1} />}>
            <FeeReceipt />
          </Suspense>
        )}
      </Card>
    </>
  );
}

/** Returns the institutions that answer what is typed, as options. */
function useSearch() {
  const services = useServices();
  const machine = useMemo(
    () =>
      typeaheadMachine.provide({
        actors: {
          search: fromPromise(({ input, signal }) =>
            services.call('searchInstitutes', { path: { text: input.text } }, { signal }),
          ),
        },
      }),
    [services],
  );
  const actor = useLocalActor(() => createActor(machine, actorOptions));
  const now = useActorSelector(actor, (snapshot) => snapshot);
  const { results } = now.context;
  return {
    items: useMemo(() => results.map(({ id, name }) => ({ value: String(id), label: name })), [results]),
    loading: now.hasTag('loading'),
    hasLoaded: now.matches('loaded'),
    empty: emptyMessages.find(([state]) => now.matches(state))?.[1],
    type: (text: string) => actor.send({ type: 'text.typed', text }),
    find: (value: string) => results.find(({ id }) => String(id) === value) ?? null,
  };
}

/** The messages in place of 'No options', which would be wrong in these states. */
const emptyMessages = [
  ['idle', <SearchHint key="idle" />],
  ['failed', <FormattedMessage key="failed" id="student.institution.failed" />],
] as const;

function SearchHint() {
  return t('student.institution.hint', { letters: limits.searchAfterCharacters + 1 });
}

/**
 * Reads the institution that represents all schools that are not on the list, when it is chosen. `choose` reads it and
 * calls `onRead`; `cancel` ends that when something else is chosen or typed.
 */
function useUnlisted(onRead: (institution: Institution) => void) {
  const intl = useIntl();
  const [isWanted, setWanted] = useState(false);
  const params = isWanted ? { path: { id: limits.typeOfInstituteFor } } : null;
  const { data, isLoading, isError, refetch } = useApiQuery('getInstitute', params, cachedForever);
  const takeOver = useEffectEvent((institution: Institution) => {
    setWanted(false);
    onRead(institution);
  });
  const found = data?.name === limits.othersName ? data : null;
  useEffect(() => {
    if (found) takeOver(found);
  }, [found]);
  return {
    item: { label: intl.formatMessage({ id: 'student.unlisted.option' }), onChoose: () => setWanted(true) },
    cancel: () => setWanted(false),
    isReading: isLoading,
    hasFailed: isError || (data !== undefined && !found),
    retry: () => void refetch(),
  };
}
