/** Whether somebody has a question or a complaint, which has a number and a day by which it is answered. */
import { useIntl } from 'react-intl';
import type { ConversationKind } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { t } from '../../i18n/text.tsx';

const kinds = {
  query: 'contact.kind.query',
  grievance: 'contact.kind.grievance',
} as const satisfies Record<ConversationKind, MessageId>;

/** The id of its input. */
export const kindChoiceId = 'contact-kind';

export interface KindChoiceProps {
  kind: ConversationKind;
  onChoose: (kind: ConversationKind) => void;
}

export function KindChoice({ kind, onChoose }: KindChoiceProps) {
  const intl = useIntl();
  return (
    <RadioGroup
      id={kindChoiceId}
      label={t('contact.kind.label')}
      value={kind}
      options={Object.entries(kinds).map(([value, id]) => ({ value, label: intl.formatMessage({ id }) }))}
      onValue={(value) => onChoose(value as ConversationKind)}
    />
  );
}
