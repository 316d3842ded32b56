/** Takes a standard answer into the answer that is being written. */
import { useIntl } from 'react-intl';
import type { Language } from '../../../domain/values/wire.ts';
import { useApiQuery } from '../../data/query.ts';
import { Select } from '../../ui/select.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/text.tsx';

export interface StandardAnswerSelectProps {
  /** Of the customer: answers in another one are not offered. */
  language: Language;
  onChoose: (text: string) => void;
}

/** Nothing where there is no answer to choose. */
export function StandardAnswerSelect({ language, onChoose }: StandardAnswerSelectProps) {
  const intl = useIntl();
  const { call } = useServices();
  const { data = [] } = useApiQuery(call, 'listStandardAnswers', {});
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
