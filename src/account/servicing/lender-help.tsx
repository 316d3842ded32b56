/** Shows the lender's contact for complaints about a loan. */
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { Officer } from '../grievance/officer.tsx';
import { t } from '../../i18n/i18n.tsx';
import { useServicing } from './servicing.ts';

export function LenderHelp() {
  const { grievance_officer: officer, lender_name: lender } = useServicing().servicing;
  return (
    <CollapsibleCard id="help" title={t('servicing.help.title')} summary={officer?.name} startsOpen={false}>
      {officer && (
        <>
          <p>{t('servicing.help.officer', { lender })}</p>
          <Officer officer={officer} />
        </>
      )}
      <p>
        <a href={accountPath('grievance')}>{t('servicing.help.complaints')}</a>
      </p>
    </CollapsibleCard>
  );
}
