/** Who of the lender deals with complaints about a loan. */
import { FormattedMessage } from 'react-intl';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import type { Servicing } from '../../../domain/values/wire.ts';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { Officer } from '../grievance/officer.tsx';

export function LenderHelp({ servicing }: { servicing: Servicing }) {
  const { grievance_officer: officer, lender_name: lender } = servicing;
  return (
    <CollapsibleCard
      id="help"
      title={<FormattedMessage id="servicing.help.title" />}
      summary={officer?.name}
      startsOpen={false}
    >
      {officer && (
        <>
          <p>
            <FormattedMessage id="servicing.help.officer" values={{ lender }} />
          </p>
          <Officer officer={officer} />
        </>
      )}
      <p>
        <a href={accountPath('grievance')}>
          <FormattedMessage id="servicing.help.complaints" />
        </a>
      </p>
    </CollapsibleCard>
  );
}
