/** In place of the create form on a device that has begun applications: each can be continued, or another one started. */
import { useEffect } from 'react';
import { FormattedDate } from 'react-intl';
import { useResource } from '../../hooks/resource.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { Actions, Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadingScreen } from '../page/status-pages.tsx';
import { useServices } from '../shared/services.ts';
import { useWizard } from '../shared/wizard.tsx';
import { type DeviceLoan, readDeviceLoans } from '../shared/device-loans.ts';
import { t } from '../../i18n/text.tsx';
import './continue.css';

/** @param onStartAnother called by the button, and where none of the applications can be opened */
export function ContinueScreen({ onStartAnother }: { onStartAnother: (isPressed: boolean) => void }) {
  useMessages('secondary');
  const services = useServices();
  const { status, value } = useResource(
    `device-loans ${services.loanIds().join(' ')}`,
    async (signal) => ({ kind: 'ok', value: await readDeviceLoans(services, signal) }),
    // Read again at the next visit: the applications go on meanwhile.
    () => {},
  );
  const isEmpty = status === 'loaded' && value.length === 0;
  useEffect(() => {
    if (isEmpty) onStartAnother(false);
  }, [isEmpty, onStartAnother]);
  if (status !== 'loaded') return <LoadingScreen />;
  return (
    <>
      <Card title={t('create.continue.title')}>
        <ul className="device-loans">
          {value.map((loan, index) => (
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
    <li className="device-loan">
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
