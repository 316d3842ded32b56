/** The panels of the servicing steps: identity check, mandate, agreement, advance payment, disbursal. */
import { Banner } from '../../../ui/banner.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { consentVersion } from '../../../../domain/servicing/consents.ts';
import { Facts } from '../../../ui/facts.tsx';
import { useServices } from '../../services.ts';
import { CallFailure } from '../../call-failure.tsx';
import { t } from '../../../i18n/i18n.tsx';
import { useId, useState, useLayoutEffect, useRef, useEffect } from 'react';
import { Paise } from '../../../ui/money.tsx';
import { ConsentToPayments, MandateLimit } from '../mandate.tsx';
import {
  kycFailures,
  mandateFailures,
  mandateHints,
  type MandateMethod,
  mandateMethods,
} from '../../../my-loans/servicing-messages.ts';
import type { Outcome, Refusal } from '../../../../domain/values/outcome.ts';
import type { IssuedDocument } from '../../../../domain/values/wire.ts';
import { useLocalActor } from '../../../hooks/local-actor.ts';
import { supersededCode } from '../../../../machines/one-time-password.ts';
import { createPasswordActor } from '../../../one-time-password/actor.ts';
import { PasswordStep } from '../../session/password-step.tsx';
import { DocumentLink } from '../document-link.tsx';
import { useLocation } from '@tanstack/react-router';
import { AdvanceReversed } from '../advance-reversed.tsx';
import { hasHeldPayment, NoPayee, orderIdIn, Payment } from '../payment.tsx';
import { FormattedDate, useIntl } from 'react-intl';
import { sumPaise } from '../../../../domain/servicing/charges.ts';
import { accountPath } from '../../../../domain/pages/account-pages.ts';
import { answerPath } from '../../../../domain/pages/faq-answers.ts';
import { AnswerLink } from '../../../ui/answer-link.tsx';
import { LeftToPay } from '../left-to-pay.tsx';
import { useServicing } from '../servicing.ts';
import { useMutation } from '../../../data/mutation.ts';
import { focusField } from '../../../ui/error-summary.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';

/** Opens the provider's page for the identity check, and again after a failure or an expired link. */
export function KycStep() {
  const { call } = useServices();
  const { servicing } = useServicing();
  const { loan_id, lender_name: lender, kyc } = servicing;
  const isStarted = kyc.state === 'requested' || kyc.state === 'expired';
  const hasFailed = kyc.state === 'failed';
  const { isOpening, failure, open } = useProviderPage((_, signal) =>
    call(isStarted ? 'regenerateKycToken' : 'startKyc', { body: { loan_id } }, { signal }),
  );
  return (
    <Card title={t('servicing.step.kyc')}>
      <p>{t('servicing.kyc.help', { lender })}</p>
      {hasFailed && (
        <Banner kind="notice" title={t(kycFailures[kyc.failure ?? ''] ?? 'servicing.kyc.failed.other')}>
          <p>
            {kyc.name_matches === false && kyc.name_on_record !== null
              ? t('servicing.kyc.failed.name', { name: <strong>{kyc.name_on_record}</strong>, lender })
              : t('servicing.kyc.failed.help')}
          </p>
        </Banner>
      )}
      {kyc.state === 'requested' && <p role="status">{t('servicing.kyc.requested')}</p>}
      {kyc.state === 'expired' && <p role="status">{t('servicing.kyc.expired')}</p>}
      {!hasFailed && <NameNotice />}
      <CallFailure failure={failure} />
      <div>
        <Button kind="primary" wide busy={isOpening} onPress={() => open()}>
          {t(kyc.state === 'none' ? 'servicing.kyc.start' : 'servicing.kyc.again')}
        </Button>
      </div>
    </Card>
  );
}

/** Shows the mandate, by which the lender debits the instalments: its limit in words, and the button to set it up. */
export function MandateStep() {
  const methodId = useId();
  const { call, language } = useServices();
  const { servicing } = useServicing();
  const { loan_id: id, lender_name: lender, mandate, offer } = servicing;
  const isWithdrawn = mandate.state === 'cancelled' && mandate.registration_number !== null;
  const hasFailed = mandate.state === 'failed' || (mandate.state === 'cancelled' && !isWithdrawn);
  const [method, setMethod] = useState<MandateMethod | null>(hasFailed ? null : (mandate.method ?? 'upi'));
  const [isAgreed, setAgreed] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const { isOpening, failure, open } = useProviderPage<MandateMethod>((chosen, signal) => {
    const consent = { version: consentVersion, language: language() };
    const body = { method: chosen, ...(mandate.needs_consent && { consent }) };
    return call('createMandate', { path: { id }, body }, { signal });
  });
  const methods = useMethods(mandate.failure === 'bank_refused' ? mandate.method : null);
  if (servicing.payee === null)
    return (
      <Card title={t('servicing.step.mandate')}>
        <NoPayee />
      </Card>
    );
  return (
    <Card title={t('servicing.step.mandate')}>
      {isWithdrawn && <Banner kind="notice" title={t('servicing.mandate.withdrawn')} />}
      {hasFailed && (
        <Banner
          kind="notice"
          title={t(mandateFailures[mandate.failure ?? 'cancelled'] ?? 'servicing.mandate.failed.other')}
        >
          <p>{t('servicing.mandate.failed.help')}</p>
        </Banner>
      )}
      {mandate.state === 'requested' && <p role="status">{t('servicing.mandate.requested')}</p>}
      <p>{t('servicing.mandate.help', { lender, amount: <Paise paise={offer.instalment_paise} /> })}</p>
      <MandateLimit paise={mandate.limit_paise} />
      <NameNotice />
      <RadioGroup
        id={methodId}
        label={t('servicing.mandate.method')}
        value={method ?? ''}
        options={methods}
        onValue={(value) => setMethod(value as MandateMethod)}
      />
      {mandate.needs_consent && (
        <ConsentToPayments {...{ lender, isAgreed, attempts, locked: isOpening }} onAgreed={setAgreed} />
      )}
      <CallFailure failure={failure} />
      <div>
        <Button
          kind="primary"
          wide
          busy={isOpening}
          unavailable={method === null}
          onPress={() => {
            if (method === null) focusField(methodId);
            else if (mandate.needs_consent && !isAgreed) setAttempts(attempts + 1);
            else open(method);
          }}
        >
          {t(mandate.state === 'none' ? 'servicing.mandate.start' : 'servicing.mandate.again')}
        </Button>
      </div>
    </Card>
  );
}

/** Returns the document that was issued last; it may have been requested here or on another device. */
const newestOf = (a: IssuedDocument | null, b: IssuedDocument | null) =>
  a === null || (b !== null && b.created_at > a.created_at) ? b : a;

/** Returns the ways to set up a mandate; the bank has refused `refused`. */
function useMethods(refused: MandateMethod | null) {
  const intl = useIntl();
  return (Object.keys(mandateMethods) as MandateMethod[]).map((value) => ({
    value,
    label: intl.formatMessage({ id: mandateMethods[value] }),
    hint: value === refused ? <em>{t('servicing.mandate.refusedWay')}</em> : t(mandateHints[value]),
  }));
}

/** Shows the agreement as a document and signs it with a one-time password. */
export function AgreementStep() {
  const { servicing, change, refetch } = useServicing();
  const { call, tab, now, language } = useServices();
  const { loan_id: loanId, lender_name: lender } = servicing;
  const [requested, setRequested] = useState<IssuedDocument | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const agreement = newestOf(requested, servicing.agreement.document);
  // The signature is for the document that is shown.
  const shown = useRef(agreement);
  useLayoutEffect(() => {
    shown.current = agreement;
  });
  const password = useLocalActor(() => {
    const path = { id: loanId };
    return createPasswordActor({
      tab,
      storageKey: `sign.${loanId}`,
      now,
      async request(signal) {
        const body = { language: language() };
        const outcome = await call('requestSignature', { path, body }, { signal });
        if (outcome.kind === 'ok') setRequested(outcome.value.document);
        setRefusal(null);
        return outcome;
      },
      async check({ otp }, signal) {
        const body = { otp, sha256: shown.current?.sha256 ?? '' };
        const outcome = await call('signAgreement', { path, body }, { signal });
        const conflict = conflictOf(outcome);
        setRefusal(conflict);
        if (!conflict) return outcome;
        refetch();
        // The password was sent for the agreement as it was before.
        return { ...conflict, status: 400, errors: [{ field: 'otp', code: supersededCode, message: '' }] };
      },
      onAccepted: change,
    });
  });
  const isChanged = refusal !== null && isOfOtherDocument(refusal);
  return (
    <Card title={t('servicing.step.sign')}>
      <p>{t('servicing.sign.help', { lender })}</p>
      {isChanged ? (
        <Banner kind="notice" role="alert" title={t('servicing.sign.changed')} ref={focus} />
      ) : (
        <CallFailure failure={refusal} />
      )}
      {agreement && (
        <DocumentLink loanId={loanId} document={agreement} label={isChanged && 'servicing.sign.read'} />
      )}
      <PasswordStep
        password={password}
        intro={!isChanged && t('servicing.sign.intro')}
        sent={t('servicing.sign.sent')}
        requestKind={isChanged ? 'secondary' : 'primary'}
        submit="servicing.sign.submit"
      />
    </Card>
  );
}

/** Moves the focus from the form that is gone to the message in its place. */
const focus = (box: HTMLElement | null) => box?.focus();

/** Returns the refusal if the agreement or the loan has changed since it was shown; null for other outcomes. */
const conflictOf = (outcome: Outcome<unknown>): Refusal | null =>
  outcome.kind === 'refused' && outcome.status === 409 ? outcome : null;

const isOfOtherDocument = ({ errors }: Refusal) =>
  errors.some(({ code }) => code === 'servicing.document.changed');

/** Shows the payment before the disbursal: advance instalments and charges that are not deducted. */
export function AdvanceStep() {
  const { servicing } = useServicing();
  const { searchStr } = useLocation();
  const { advance, lender_name: lender, offer } = servicing;
  const instalments = sumPaise(
    offer.schedule.slice(0, offer.terms.advance_instalments).map(({ instalment_paise: paise }) => paise),
  );
  return (
    <Card title={t('servicing.step.payAdvance')}>
      <AdvanceReversed />
      <p>
        <Paise paise={advance.amount_paise} large />
      </p>
      {0 < instalments && instalments < advance.amount_paise && (
        <Facts
          facts={[
            [t('servicing.invoices.title'), <Paise paise={instalments} />],
            [t('servicing.fact.charges'), <Paise paise={advance.amount_paise - instalments} />],
          ]}
        />
      )}
      <p>{t('servicing.advance.help', { lender })}</p>
      {!hasHeldPayment(servicing) && (
        <Payment
          purpose="advance"
          amount={advance.amount_paise}
          orderId={advance.order_id ?? orderIdIn(searchStr)}
        >
          {t('servicing.payment.pay', { amount: <Paise paise={advance.amount_paise} /> })}
        </Payment>
      )}
    </Card>
  );
}

/** Shows what the lender pays to the institution, before it has paid and after it. */
export function DisbursalStep() {
  const { servicing } = useServicing();
  const { lender_name: lender, disbursed_on: disbursedOn, institution, advance, agreement } = servicing;
  const { missing_documents: missing } = servicing;
  const waiting = agreement.state === 'signed' ? 'servicing.sign.waiting' : 'servicing.disbursal.waiting';
  return (
    <Card title={t('servicing.step.disbursal')}>
      <p role="status">
        {disbursedOn === null
          ? t(missing > 0 ? 'servicing.disbursal.documents' : waiting, { lender, count: missing })
          : t('servicing.disbursal.done', {
              lender,
              amount: <Paise paise={institution.received_paise} />,
              date: <FormattedDate value={disbursedOn} dateStyle="long" timeZone="UTC" />,
            })}
      </p>
      {missing > 0 && (
        <div>
          <ButtonLink kind="primary" href={accountPath('documents', servicing.loan_id)}>
            {t('account.action.documents')}
          </ButtonLink>
        </div>
      )}
      {disbursedOn === null ? (
        <AnswerLink href={answerPath('payout')}>{t('servicing.disbursal.when')}</AnswerLink>
      ) : (
        <LeftToPay />
      )}
      {advance.state === 'paid' && (
        <p>{t('servicing.advance.paid', { amount: <Paise paise={advance.amount_paise} /> })}</p>
      )}
      <NameNotice />
      {disbursedOn !== null && (
        <div>
          <ButtonLink href={accountPath('repayment', servicing.loan_id)}>
            {t('servicing.disbursal.repayment')}
          </ButtonLink>
        </div>
      )}
    </Card>
  );
}

/** Says that the name on record differs from the application's, until the lender's payment settles it. */
function NameNotice() {
  const { kyc, lender_name: lender, disbursed_on: disbursedOn } = useServicing().servicing;
  if (disbursedOn !== null || kyc.name_matches !== false || kyc.name_on_record === null) return null;
  return <p>{t('servicing.kyc.name', { name: <strong>{kyc.name_on_record}</strong>, lender })}</p>;
}

/** The time for a provider's page to take the place of this one, in milliseconds. */
const providerPageMs = 15_000;

/** Requests the address of a provider's page and opens it; the provider sends the customer back to this page. */
function useProviderPage<Body = void>(
  request: (body: Body, signal: AbortSignal) => Promise<Outcome<{ url: string }>>,
) {
  const { isPending, isSuccess, error, mutate, reset } = useMutation({
    mutationFn: request,
    onSuccess: ({ url }) => window.location.assign(url),
  });
  useEffect(() => {
    // The browser's back button can restore the page as it was left.
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, [reset]);
  useEffect(() => {
    if (!isSuccess) return;
    // Back from an app or another tab, or the provider's page did not come.
    const resetIfVisible = () => document.visibilityState === 'visible' && reset();
    document.addEventListener('visibilitychange', resetIfVisible);
    const timer = setTimeout(reset, providerPageMs);
    return () => {
      document.removeEventListener('visibilitychange', resetIfVisible);
      clearTimeout(timer);
    };
  }, [isSuccess, reset]);
  return { isOpening: isPending || isSuccess, failure: error, open: mutate };
}
