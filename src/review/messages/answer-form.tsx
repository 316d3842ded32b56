/** The answer to a conversation, by which a complaint is resolved or rejected, and its closing. */
import { useRef } from 'react';
import { useIntl } from 'react-intl';
import { answerFields, answerForm } from '../../../domain/forms/contact.ts';
import { limits } from '../../../domain/values/limits.ts';
import type { GrievanceOutcome, Language, StaffConversation } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import type { Failure } from '../../../machines/outcome.ts';
import { useDomainForm, DomainForm, FormField, formChecker } from '../../form/domain-form.tsx';
import { TextAreaField } from '../../form/more-fields.tsx';
import { useMutation } from '../../data/mutation.ts';
import { Actions, Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorNote } from '../../ui/field-shell.tsx';
import { t } from '../../i18n/i18n.tsx';
import { LanguageName } from '../../i18n/language-name.tsx';
import { useApiQuery } from '../../data/query.tsx';
import { Select } from '../../ui/select.tsx';
import { useServices } from '../services.ts';

const empty = { text: '' };

/** The rules of an answer do not depend on the day. */
const checker = formChecker(answerForm, { today: '' });

export interface AnswerFormProps {
  conversation: StaffConversation;
  /** Called with the conversation as the server has it now. */
  onChanged: (conversation: StaffConversation) => void;
}

/** An answer, which may settle a complaint; null closes the conversation. */
type Act = (typeof empty & { outcome?: GrievanceOutcome }) | null;

export function AnswerForm({ conversation, onChanged }: AnswerFormProps) {
  const { formApi, answerAs, close, isPending, error } = useAnswerForm(conversation, onChanged);
  const { email, language, grievance, state } = conversation;
  const isUnsettled = grievance?.outcome === null;
  return (
    <DomainForm focusesFirstIssue formApi={formApi} label="review.conversation.answer.label">
      <Card>
        <StandardAnswerSelect
          language={language}
          onChoose={(text) => {
            const typed = String(formApi.form.getFieldValue('text')).trimEnd();
            formApi.form.setFieldValue('text', [typed, text].filter(Boolean).join('\n\n'));
            formApi.notifyChange('text');
          }}
        />
        <FormField
          name="text"
          row={answerFields.text}
          hint={t('review.conversation.answer.hint', {
            email,
            language: <LanguageName key="language" language={language} />,
          })}
          as={TextAreaField}
          rows={4}
          maxLength={limits.supportTextMaxLength}
        />
        {error && <ErrorNote role="alert">{t(failureMessage(error))}</ErrorNote>}
        <Actions>
          {state !== 'closed' && !isUnsettled && (
            <Button busy={isPending} onPress={close}>
              {t('review.conversation.close')}
            </Button>
          )}
          <Button
            kind={isUnsettled ? 'secondary' : 'primary'}
            busy={isPending}
            onPress={() => answerAs(null)}
          >
            {t('review.conversation.send')}
          </Button>
          {isUnsettled && (
            <>
              <Button busy={isPending} onPress={() => answerAs('rejected')}>
                {t('review.grievance.reject')}
              </Button>
              <Button kind="primary" busy={isPending} onPress={() => answerAs('resolved')}>
                {t('review.grievance.resolve')}
              </Button>
            </>
          )}
        </Actions>
      </Card>
    </DomainForm>
  );
}

function useAnswerForm(conversation: StaffConversation, onChanged: AnswerFormProps['onChanged']) {
  const { isPending, error, mutate } = useConversationAct(conversation, (changed, isAnswer) => {
    onChanged(changed);
    if (isAnswer) formApi.form.reset();
  });
  /** The outcome that the answer that is sent next gives to the complaint. */
  const nextOutcome = useRef<GrievanceOutcome | null>(null);
  const { formApi } = useDomainForm({
    defaultValues: empty,
    checker,
    onValid: (values) => mutate({ ...values, ...(nextOutcome.current && { outcome: nextOutcome.current }) }),
  });
  const answerAs = (outcome: GrievanceOutcome | null) => {
    nextOutcome.current = outcome;
    formApi.submit();
  };
  return { formApi, answerAs, close: () => mutate(null), isPending, error };
}

/**
 * Answers or closes the conversation as it was read.
 * @param onChanged called with the conversation as the server has it now, also if another person was faster
 */
function useConversationAct(
  { id, messages }: StaffConversation,
  onChanged: (conversation: StaffConversation, isAnswer: boolean) => void,
) {
  const { call } = useServices();
  const path = { conversation_id: id };
  return useMutation<StaffConversation, Act>({
    mutationFn: async (act, signal) => {
      const last_message_id = messages.at(-1)?.id ?? '';
      const outcome = act
        ? await call('answerConversation', { path, body: { ...act, last_message_id } }, { signal })
        : await call('closeConversation', { path, body: { last_message_id } }, { signal });
      if (outcome.kind === 'ok' || !isConflict(outcome)) return outcome;
      const latest = await call('readConversation', { path }, { signal });
      if (latest.kind === 'ok') onChanged(latest.value, false);
      return outcome;
    },
    onSuccess: (changed, act) => onChanged(changed, act !== null),
  });
}

const isConflict = (failure: Failure): boolean => failure.kind === 'refused' && failure.status === 409;

const failureMessage = (failure: Failure): MessageId =>
  isConflict(failure) ? 'review.conversation.conflict' : 'review.conversation.failed';

interface StandardAnswerSelectProps {
  /** The customer's language: answers in another one are not offered. */
  language: Language;
  onChoose: (text: string) => void;
}

/** Inserts a standard answer into the answer that is being written. Renders nothing if there is no answer to choose. */
function StandardAnswerSelect({ language, onChoose }: StandardAnswerSelectProps) {
  const intl = useIntl();
  const { data = [] } = useApiQuery('listStandardAnswers', {});
  const offered = data.filter((answer) => answer.language === language);
  if (offered.length === 0) return null;
  return (
    <Select
      id="standard-answer"
      label={t('review.standardAnswer.choose')}
      prompt={intl.formatMessage({ id: 'app.field.choose' })}
      required={false}
      value=""
      options={offered.map(({ id, title }) => ({ value: id, label: title }))}
      onValue={(chosen) => {
        const text = offered.find(({ id }) => id === chosen)?.text;
        if (text !== undefined) onChoose(text);
      }}
    />
  );
}
