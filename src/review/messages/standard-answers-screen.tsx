/** The standard answers to queries: every reviewer reads them, seniors and administrators change them. */
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { StandardAnswer } from '../../../domain/values/wire.ts';
import { languageAttributes, languages } from '../../../locales/index.ts';
import { ConfirmButton } from '../../data/confirm-button.tsx';
import { useApiQuery } from '../../data/query.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/field-shell.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { conversationsAddress } from '../links.ts';
import { BackLink, Frame } from '../frame.tsx';
import { listPlaceholder } from '../list-placeholder.tsx';
import { useMayDecide, useServices } from '../services.ts';
import { t } from '../../i18n/i18n.tsx';
import { type EditedAnswer, emptyAnswer, StandardAnswerForm } from './standard-answer-form.tsx';
import './standard-answers.css';

const listAddress = conversationsAddress({ state: 'open', page: 1 });

export function StandardAnswersScreen() {
  const intl = useIntl();
  const { call } = useServices();
  const canChange = useMayDecide();
  const [edited, setEdited] = useState<EditedAnswer | null>(null);
  const answers = useApiQuery(call, 'listStandardAnswers', {});
  const closeAndRead = () => {
    setEdited(null);
    void answers.refetch();
  };
  return (
    <Frame
      tabTitle={intl.formatMessage({ id: 'review.standardAnswers.title' })}
      home={listAddress}
      title={t('review.standardAnswers.title')}
    >
      <BackLink href={listAddress}>{t('review.conversation.back')}</BackLink>
      {canChange && (
        <div>
          <Button kind="primary" onPress={() => setEdited(emptyAnswer)}>
            {t('review.standardAnswer.add')}
          </Button>
        </div>
      )}
      <Table
        caption={t('review.standardAnswers.title')}
        columns={[...columns, ...(canChange ? [actionsColumn(setEdited, () => void answers.refetch())] : [])]}
        rows={answers.data ?? []}
        busy={answers.isFetching}
        rowKey={({ id }) => id}
        serial={{ header: t('review.column.number'), first: 1 }}
        placeholder={listPlaceholder({
          rows: answers.data ?? null,
          hasFailed: answers.isError,
          onRetry: () => void answers.refetch(),
          failed: 'review.standardAnswers.failed',
          loading: 'app.loading',
          empty: t('review.standardAnswers.none'),
        })}
      />
      {edited && (
        <StandardAnswerForm answer={edited} onCancel={() => setEdited(null)} onSaved={closeAndRead} />
      )}
    </Frame>
  );
}

const columns: readonly TableColumn<StandardAnswer>[] = [
  {
    id: 'title',
    header: t('review.standardAnswer.titleLabel'),
    cell: ({ title }) => <span className="standard-answer-title">{title}</span>,
  },
  {
    id: 'language',
    header: t('review.conversation.language'),
    cell: ({ language }) => <span {...languageAttributes(language)}>{languages[language].name}</span>,
  },
  {
    id: 'text',
    header: t('review.standardAnswer.text'),
    cell: ({ text }) => (
      <span className="standard-answer-text" dir="auto">
        {text}
      </span>
    ),
  },
];

const actionsColumn = (
  onEdit: (answer: StandardAnswer) => void,
  onDeleted: () => void,
): TableColumn<StandardAnswer> => ({
  id: 'actions',
  header: t('review.standardAnswers.actions'),
  cell: (answer) => (
    <span className="cluster">
      <Button onPress={() => onEdit(answer)}>
        {t('review.standardAnswers.edit')}
        <span className="visually-hidden"> {answer.title}</span>
      </Button>
      <DeleteButton answer={answer} onDeleted={onDeleted} />
    </span>
  ),
});

function DeleteButton({ answer, onDeleted }: { answer: StandardAnswer; onDeleted: () => void }) {
  const { call } = useServices();
  return (
    <ConfirmButton
      label={
        <>
          {t('review.standardAnswers.delete')}
          <span className="visually-hidden"> {answer.title}</span>
        </>
      }
      kind="quiet"
      danger
      title={t('review.standardAnswers.deleteTitle', { title: answer.title })}
      cancel={t('review.form.cancel')}
      confirm={t('review.standardAnswers.delete')}
      send={(signal) => call('deleteStandardAnswer', { path: { answer_id: answer.id } }, { signal })}
      onSuccess={onDeleted}
      failure={() => <ErrorNote role="alert">{t('review.form.failed')}</ErrorNote>}
    />
  );
}
