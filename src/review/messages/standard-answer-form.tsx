/** Adds a standard answer, or changes one. */
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { standardAnswerFields, standardAnswerForm } from '../../../domain/forms/contact.ts';
import { limits } from '../../../domain/values/limits.ts';
import type { StandardAnswer } from '../../../domain/values/wire.ts';
import { languages } from '../../../locales/languages.ts';
import { useDomainForm } from '../../form/app-form.ts';
import { formChecker } from '../../form/checker.ts';
import { DomainForm } from '../../form/domain-form.tsx';
import { TextField } from '../../form/fields.tsx';
import { FormField } from '../../form/form-field.tsx';
import { TextAreaField } from '../../form/text-area-field.tsx';
import { useFormSubmission } from '../../hooks/form-submission.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { ErrorNote } from '../../ui/field-shell.tsx';
import { formModeOf, ModalForm } from '../../ui/modal-form.tsx';
import { Select } from '../../ui/select.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/text.tsx';

/** One without an id is added. */
export type EditedAnswer = Omit<StandardAnswer, 'id'> & { id?: string };

export const emptyAnswer: EditedAnswer = { title: '', text: '', language: 'en' };

export interface StandardAnswerFormProps {
  answer: EditedAnswer;
  onCancel: () => void;
  onSaved: () => void;
}

const submitMessages = { add: 'review.form.save', edit: 'review.form.update' } as const;

type LanguageCode = StandardAnswer['language'];

const codes = Object.keys(languages) as LanguageCode[];

export function StandardAnswerForm({ answer, onCancel, onSaved }: StandardAnswerFormProps) {
  const intl = useIntl();
  const { call } = useServices();
  const { id } = answer;
  const mode = formModeOf(answer);
  const [values] = useState({ title: answer.title, text: answer.text });
  const [language, setLanguage] = useState(answer.language);
  const { state, failure, submit } = useFormSubmission<typeof values>(async (typed, signal) => {
    const body = { ...typed, language };
    const outcome = id
      ? await call('updateStandardAnswer', { path: { answer_id: id }, body }, { signal })
      : await call('addStandardAnswer', { body }, { signal });
    if (outcome.kind === 'ok') onSaved();
    return outcome;
  });
  // No rule of it depends on the day.
  const checker = useMemo(() => formChecker(standardAnswerForm, { today: '' }), []);
  const { formApi } = useDomainForm({ defaultValues: values, checker, onValid: submit });
  return (
    <ModalForm
      mode={mode}
      titles={{
        add: t('review.standardAnswer.add'),
        edit: t('review.standardAnswer.edit'),
      }}
      onCancel={onCancel}
      close={intl.formatMessage({ id: 'review.form.close' })}
    >
      <DomainForm formApi={formApi}>
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
          rows={6}
          maxLength={limits.supportTextMaxLength}
        />
        {failure && <ErrorNote role="alert">{t('review.form.failed')}</ErrorNote>}
        <FormActions
          cancel={t('review.form.cancel')}
          onCancel={onCancel}
          submit={t(submitMessages[mode])}
          busy={state === 'sending'}
        />
      </DomainForm>
    </ModalForm>
  );
}
