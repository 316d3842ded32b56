/** Closes the loan early at no charge: what it costs today, and the payment once that is confirmed. */
import { useState } from 'react';
import { FormattedDate, FormattedMessage } from 'react-intl';
import { disposeAtOnce, useResource } from '../../../hooks/resource.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { Paise } from '../../../ui/Paise.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { LoadFailed } from '../../load-failed.tsx';
import { useServices } from '../../services.ts';
import { Payment } from '../payment.tsx';

export function Foreclosure({ loanId, onPaid }: { loanId: string; onPaid: () => void }) {
  const { call } = useServices();
  const [isOpen, setOpen] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const quote = useResource(
    isOpen ? `foreclosure quote ${loanId}` : null,
    (signal) => call('readForeclosureQuote', { path: { id: loanId } }, { signal }),
    disposeAtOnce,
  );
  return (
    <Card title={<FormattedMessage id="servicing.foreclosure.title" />}>
      <p>
        <FormattedMessage id="servicing.foreclosure.help" />
      </p>
      {!isOpen && (
        <div>
          <Button onPress={() => setOpen(true)}>
            <FormattedMessage id="servicing.foreclosure.open" />
          </Button>
        </div>
      )}
      {quote.status === 'failed' && <LoadFailed onRetry={quote.retry} />}
      {quote.status === 'loading' && <Skeleton label={<FormattedMessage id="app.loading" />} fields={2} />}
      {quote.status === 'loaded' && (
        <>
          <Facts
            facts={[
              {
                id: 'principal',
                name: <FormattedMessage id="servicing.foreclosure.principal" />,
                value: <Paise paise={quote.value.principal_paise} />,
              },
              {
                id: 'interest',
                name: <FormattedMessage id="servicing.foreclosure.interest" />,
                value: <Paise paise={quote.value.interest_paise} />,
              },
              ...(quote.value.due_paise > 0
                ? [
                    {
                      id: 'due',
                      name: <FormattedMessage id="servicing.foreclosure.due" />,
                      value: <Paise paise={quote.value.due_paise} />,
                    },
                  ]
                : []),
              ...(quote.value.credit_paise > 0
                ? [
                    {
                      id: 'credit',
                      name: <FormattedMessage id="servicing.progress.credit" />,
                      value: (
                        <>
                          −<Paise paise={quote.value.credit_paise} />
                        </>
                      ),
                    },
                  ]
                : []),
              {
                id: 'charge',
                name: <FormattedMessage id="servicing.foreclosure.charge" />,
                value: <FormattedMessage id="servicing.fact.none" />,
              },
              {
                id: 'total',
                name: <FormattedMessage id="servicing.foreclosure.total" />,
                value: <Paise paise={quote.value.total_paise} />,
                strong: true,
              },
            ]}
          />
          <p className="text-muted">
            <FormattedMessage
              id="servicing.foreclosure.validUntil"
              values={{
                date: <FormattedDate value={quote.value.valid_until} dateStyle="long" timeZone="UTC" />,
              }}
            />
          </p>
          <div>
            <Button onPress={() => setConfirming(true)}>
              <FormattedMessage id="servicing.foreclosure.close" />
            </Button>
          </div>
          {isConfirming && (
            <Dialog
              title={<FormattedMessage id="servicing.foreclosure.confirm" />}
              onCancel={() => setConfirming(false)}
              actions={
                <Button kind="quiet" onPress={() => setConfirming(false)}>
                  <FormattedMessage id="servicing.cancellation.keep" />
                </Button>
              }
            >
              <p>
                <FormattedMessage
                  id="servicing.foreclosure.confirm.help"
                  values={{ amount: <Paise paise={quote.value.total_paise} /> }}
                />
              </p>
              <Payment
                loanId={loanId}
                purpose="foreclosure"
                amount={quote.value.total_paise}
                orderId={null}
                onPaid={() => {
                  setConfirming(false);
                  onPaid();
                }}
              >
                <FormattedMessage
                  id="servicing.payment.pay"
                  values={{ amount: <Paise paise={quote.value.total_paise} /> }}
                />
              </Payment>
            </Dialog>
          )}
        </>
      )}
    </Card>
  );
}
