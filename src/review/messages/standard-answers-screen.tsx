/** The standard answers to queries: every reviewer reads them, seniors and administrators change them. */
import { useState, useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { StandardAnswer } from '../../../domain/values/wire.ts';
import { languages } from '../../../locales/index.ts';
import { ConfirmButton } from '../../data/confirm-button.tsx';
import { useApiQuery } from '../../data/query.tsx';
import { Button, FormActions } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/field-shell.tsx';
import type { TableColumn } from '../../ui/table.tsx';
import { conversationsAddress } from '../links.ts';
import { BackLink, Frame } from '../frame.tsx';
import { ListTable } from '../list-table.tsx';
import { useMayDecide, useServices } from '../services.ts';
import { t } from '../../i18n/i18n.tsx';
import { LanguageName } from '../../i18n/language-name.tsx';
import { standardAnswerFields, standardAnswerForm } from '../../../domain/forms/contact.ts';
import { limits } from '../../../domain/values/limits.ts';
import { useDomainForm, DomainForm, FormField, formChecker } from '../../form/domain-form.tsx';
import { TextField } from '../../form/fields.tsx';
import { TextAreaField } from '../../form/more-fields.tsx';
import { useMutation } from '../../data/mutation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import './standard-answers.css';

const listAddress = conversationsAddress({ state: 'open', page: 1 });

export function StandardAnswersScreen() {
  const canChange = useMayDecide();
  const [edited, setEdited] = useState<EditedAnswer | null>(null);
  const answers = useApiQuery('listStandardAnswers', {});
  const closeAndRead = () => {
    setEdited(null);
    void answers.refetch();
  };
  return (
    <Frame
      title="review.standardAnswers.title"
      back={<BackLink href={listAddress}>{t('review.conversation.back')}</BackLink>}
      home={listAddress}
    >
      {canChange && (
        <div>
          <Button kind="primary" onPress={() => setEdited(emptyAnswer)}>
            {t('review.standardAnswer.add')}
          </Button>
        </div>
      )}
      <ListTable
        caption={t('review.standardAnswers.title')}
        columns={[...columns, ...(canChange ? [actionsColumn(setEdited, () => void answers.refetch())] : [])]}
        rows={answers.data}
        busy={answers.isFetching}
        rowKey={({ id }) => id}
        hasFailed={answers.isError}
        onRetry={() => void answers.refetch()}
        failed="review.standardAnswers.failed"
        loading="app.loading"
        empty={t('review.standardAnswers.none')}
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
    className: 'standard-answer-language',
    cell: ({ language }) => <LanguageName language={language} />,
  },
  {
    id: 'text',
    header: t('review.standardAnswer.text'),
    className: 'standard-answer-wide',
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
  className: 'standard-answer-wide standard-answer-actions',
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
      operation="deleteStandardAnswer"
      params={{ path: { answer_id: answer.id } }}
      onSuccess={onDeleted}
      failure={() => <ErrorNote role="alert">{t('review.form.failed')}</ErrorNote>}
    />
  );
}

/** A standard answer, or a new one, which has no id. */
type EditedAnswer = Omit<StandardAnswer, 'id'> & { id?: string };

const emptyAnswer: EditedAnswer = { title: '', text: '', language: 'en' };

interface StandardAnswerFormProps {
  answer: EditedAnswer;
  onCancel: () => void;
  onSaved: () => void;
}

type LanguageCode = StandardAnswer['language'];

const codes = Object.keys(languages) as LanguageCode[];

/** Adds a standard answer, or edits the one that has an id (specification, sections 2 and 4). */
function StandardAnswerForm({ answer, onCancel, onSaved }: StandardAnswerFormProps) {
  const intl = useIntl();
  const { call } = useServices();
  const { id } = answer;
  const [values] = useState({ title: answer.title, text: answer.text });
  const [language, setLanguage] = useState(answer.language);
  const { isPending, error, mutate } = useMutation({
    mutationFn: (typed: typeof values, signal) => {
      const body = { ...typed, language };
      return id
        ? call('updateStandardAnswer', { path: { answer_id: id }, body }, { signal })
        : call('addStandardAnswer', { body }, { signal });
    },
    onSuccess: onSaved,
  });
  // The rules of a standard answer do not depend on the day.
  const checker = useMemo(() => formChecker(standardAnswerForm, { today: '' }), []);
  const { formApi } = useDomainForm({ defaultValues: values, checker, onValid: mutate });
  return (
    <Dialog
      title={t(id ? 'review.standardAnswer.edit' : 'review.standardAnswer.add')}
      onCancel={onCancel}
      close={intl.formatMessage({ id: 'review.form.close' })}
    >
      <DomainForm formApi={formApi} focusesFirstIssue>
        <FormField name="title" row={standardAnswerFields.title} as={TextField} />
        <Select
          id="language"
          label={t('review.conversation.language')}
          prompt={intl.formatMessage({ id: 'app.field.choose' })}
          value={language}
          options={codes.map((code) => ({ value: code, label: languages[code].name }))}
          onValue={(code) => setLanguage(codes.find((one) => one === code) ?? language)}
        />
        <FormField
          name="text"
          row={standardAnswerFields.text}
          as={TextAreaField}
          rows={4}
          maxLength={limits.supportTextMaxLength}
        />
        {error && <ErrorNote role="alert">{t('review.form.failed')}</ErrorNote>}
        <FormActions
          cancel={t('review.form.cancel')}
          onCancel={onCancel}
          submit={t(id ? 'review.form.update' : 'review.form.save')}
          busy={isPending}
        />
      </DomainForm>
    </Dialog>
  );
}
