/** The search for an institution whose courses and plans one wants to see (decision 14). */
import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import { createActor, fromPromise } from 'xstate';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { limits } from '../../../domain/values/limits.ts';
import { typeaheadMachine } from '../../../machines/typeahead.ts';
import { actorOptions } from '../../hooks/actor-options.ts';
import { useLocalActor } from '../../hooks/local-actor.ts';
import { Button } from '../../ui/button.tsx';
import { ChevronIcon } from '../../ui/icons.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Frame } from '../frame.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/i18n.tsx';
import './search.css';

/** The contract's cap on what is searched for. */
const textMaxLength = 100;

const unlistedPath = accountPath('apply', String(limits.typeOfInstituteFor));

export default function InstitutionSearchScreen() {
  const { call } = useServices();
  const machine = useMemo(
    () =>
      typeaheadMachine.provide({
        actors: {
          search: fromPromise(({ input, signal }) =>
            call('searchInstitutes', { path: { text: input.text } }, { signal }),
          ),
        },
      }),
    [call],
  );
  const search = useLocalActor(() => createActor(machine, actorOptions));
  const now = useSelector(search, (snapshot) => snapshot);
  const [text, setText] = useState('');
  const type = (typed: string) => {
    setText(typed);
    search.send({ type: 'text.typed', text: typed });
  };
  const { results } = now.context;
  return (
    <Frame title="institution.search.title" lead="institution.search.lead">
      <search className="stack-s2">
        <SearchInput
          id="institution-text"
          label={t('institution.search.label')}
          hint={t('institution.search.hint', { letters: limits.searchAfterCharacters + 1 })}
          maxLength={textMaxLength}
          value={text}
          onValue={type}
        />
        <p className="live-region text-muted" role="status">
          {now.hasTag('loading') && t('institution.search.loading')}
          {now.matches('loaded') && t('institution.search.found', { count: results.length })}
          {now.matches('failed') && t('institution.search.failed')}
        </p>
      </search>
      {now.matches('failed') && (
        <p>
          <Button onPress={() => search.send({ type: 'text.typed', text })}>{t('app.tryAgain')}</Button>
        </p>
      )}
      {now.matches('loaded') && results.length === 0 && (
        <p className="text-muted">{t('institution.search.none')}</p>
      )}
      {now.matches('loaded') && (
        <ul className="institution-results" aria-busy={now.hasTag('loading')}>
          {results.map(({ id, name }) => (
            <li key={id}>
              <a href={accountPath('institution', String(id))} className="institution-result">
                <span>{name}</span>
                <ChevronIcon />
              </a>
            </li>
          ))}
          <li>
            <a href={unlistedPath} className="institution-result">
              <span>
                {t('institution.search.unlisted')}
                <small className="text-muted">{t('institution.search.unlisted.help')}</small>
              </span>
              <ChevronIcon />
            </a>
          </li>
        </ul>
      )}
    </Frame>
  );
}
