/** Adds a standard answer, or changes one. */
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { standardAnswerFields, standardAnswerForm } from '../../../domain/forms/contact.ts';
import { limits } from '../../../domain/values/limits.ts';
import type { StandardAnswer } from '../../../domain/values/wire.ts';
import { languages } from '../../../locales/index.ts';
import { useDomainForm, DomainForm, FormField } from '../../form/domain-form.tsx';
import { formChecker } from '../../form/checker.ts';
import { TextField } from '../../form/fields.tsx';
import { TextAreaField } from '../../form/text-area-field.tsx';
import { useMutation } from '../../data/mutation.ts';
import { formModeOf, ModalForm } from '../../ui/modal-form.tsx';
import { Select } from '../../ui/select.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/i18n.tsx';

/** One without an id is added. */
export type EditedAnswer = Omit<StandardAnswer, 'id'> & { id?: string };

export const emptyAnswer: EditedAnswer = { title: '', text: '', language: 'en' };

export interface StandardAnswerFormProps {
  answer: EditedAnswer;
  onCancel: () => void;
  onSaved: () => void;
}

type LanguageCode = StandardAnswer['language'];

const codes = Object.keys(languages) as LanguageCode[];

export function StandardAnswerForm({ answer, onCancel, onSaved }: StandardAnswerFormProps) {
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
  // No rule of it depends on the day.
  const checker = useMemo(() => formChecker(standardAnswerForm, { today: '' }), []);
  const { formApi } = useDomainForm({ defaultValues: values, checker, onValid: mutate });
  return (
    <ModalForm
      mode={formModeOf(answer)}
      titles={{ add: t('review.standardAnswer.add'), edit: t('review.standardAnswer.edit') }}
      onCancel={onCancel}
      close={intl.formatMessage({ id: 'review.form.close' })}
      cancel={t('review.form.cancel')}
      submit={{ add: t('review.form.save'), edit: t('review.form.update') }}
      failure={error && t('review.form.failed')}
      busy={isPending}
      form={(content) => <DomainForm formApi={formApi}>{content}</DomainForm>}
    >
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
    </ModalForm>
  );
}
