/** Replaces the create form on a device with applications: each can be continued, or another one started. */
import { useEffect } from 'react';
import { FormattedDate } from 'react-intl';
import { ok } from '../../../domain/values/outcome.ts';
import { useQuery } from '../../data/query.tsx';
import { useMessages, t } from '../../i18n/i18n.tsx';
import { Actions, Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadingScreen } from '../page/status-pages.tsx';
import { useServices, useWizard } from '../shared/wizard.tsx';
import { type DeviceLoan, readDeviceLoans } from '../shared/device-loans.ts';

/** @param onStartAnother called by the button, and where none of the applications can be opened */
export default function ContinueScreen({ onStartAnother }: { onStartAnother: (isPressed: boolean) => void }) {
  useMessages('secondary');
  const services = useServices();
  const { data: loans } = useQuery({
    queryKey: ['getLoan', services.loanIds()],
    queryFn: async ({ signal }) => ok(await readDeviceLoans(services, signal)),
  });
  const isEmpty = loans?.length === 0;
  useEffect(() => {
    if (isEmpty) onStartAnother(false);
  }, [isEmpty, onStartAnother]);
  if (!loans) return <LoadingScreen />;
  return (
    <>
      <Card title={t('create.continue.title')}>
        <ul className="stack divided">
          {loans.map((loan, index) => (
            <DeviceLoanItem key={loan.loanId} loan={loan} isFirst={index === 0} />
          ))}
        </ul>
      </Card>
      <Actions>
        <Button wide onPress={() => onStartAnother(true)}>
          {t('create.continue.another')}
        </Button>
      </Actions>
    </>
  );
}

function DeviceLoanItem({ loan, isFirst }: { loan: DeviceLoan; isFirst: boolean }) {
  const wizard = useWizard();
  const { loanId, institution, createdAt, next } = loan;
  return (
    <li className="stack-s2">
      <strong>{institution ?? t('create.continue.noInstitution')}</strong>
      <p className="text-muted">
        {t('create.continue.begun', {
          date: <FormattedDate value={createdAt} day="numeric" month="long" year="numeric" />,
        })}
        <br />
        {t('create.continue.next', { next })}
      </p>
      <Button
        kind={isFirst ? 'primary' : 'secondary'}
        wide
        onPress={() => wizard.send({ type: 'loan.continued', loanId })}
      >
        {t('create.continue.open', { next })}
        {institution && <span className="visually-hidden">{institution}</span>}
      </Button>
    </li>
  );
}
