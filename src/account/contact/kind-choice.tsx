/** Whether somebody has a question or a complaint, which has a number and a day by which it is answered. */
import { FormattedMessage } from 'react-intl';
import type { ConversationKind } from '../../../domain/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import './kind-choice.css';

const kinds = {
  query: 'contact.kind.query',
  grievance: 'contact.kind.grievance',
} as const satisfies Record<ConversationKind, MessageId>;

export interface KindChoiceProps {
  kind: ConversationKind;
  onChoose: (kind: ConversationKind) => void;
}

export function KindChoice({ kind, onChoose }: KindChoiceProps) {
  return (
    <fieldset>
      <legend className="kind-choice-legend">
        <FormattedMessage id="contact.kind.label" />
      </legend>
      <div className="kind-choice">
        {(Object.keys(kinds) as ConversationKind[]).map((one) => (
          <label key={one} className="kind-choice-option">
            <input type="radio" name="contact-kind" checked={kind === one} onChange={() => onChoose(one)} />
            <FormattedMessage id={kinds[one]} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
