/** The agreement: read as a document, and signed by a one-time password. */
import { useLayoutEffect, useRef, useState } from 'react';
import type { Outcome, Refusal } from '../../../../domain/values/outcome.ts';
import type { IssuedDocument, Servicing } from '../../../../domain/values/wire.ts';
import { useLocalActor } from '../../../hooks/local-actor.ts';
import { createPasswordActor } from '../../../one-time-password/actor.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { useServices } from '../../services.ts';
import { PasswordStep } from '../../session/password-step.tsx';
import { CallFailure } from '../call-failure.tsx';
import { DocumentLink } from '../document-link.tsx';
import { t } from '../../../i18n/text.tsx';
import type { StepProps } from './step-props.ts';

const expiredPassword = 'account.otp.error.expired';

/** The one that was issued last; it may have been requested here or on another device. */
const newestOf = (a: IssuedDocument | null, b: IssuedDocument | null) =>
  a === null || (b !== null && b.created_at > a.created_at) ? b : a;

export function AgreementStep({ servicing, onChanged, onOutdated }: StepProps) {
  const { call, tab, now, language } = useServices();
  const { loan_id: loanId, lender_name: lender } = servicing;
  const [requested, setRequested] = useState<IssuedDocument | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const agreement = newestOf(requested, servicing.agreement.document);
  // What is signed is what is shown to be read.
  const shown = useRef(agreement);
  useLayoutEffect(() => {
    shown.current = agreement;
  });
  const password = useLocalActor(() => {
    const path = { id: loanId };
    let signed: Servicing | null = null;
    return createPasswordActor({
      tab,
      storageKey: `sign.${loanId}`,
      now,
      async request(signal) {
        const body = { language: language() };
        const outcome = await call('requestSignature', { path, body }, { signal });
        if (outcome.kind === 'ok') setRequested(outcome.value.document);
        setRefusal(conflictOf(outcome));
        return outcome;
      },
      async check({ otp }, signal) {
        const body = { otp, sha256: shown.current?.sha256 ?? '' };
        const outcome = await call('signAgreement', { path, body }, { signal });
        if (outcome.kind === 'ok') signed = outcome.value;
        const conflict = conflictOf(outcome);
        setRefusal(conflict);
        if (!conflict) return outcome;
        onOutdated();
        // The password was sent for the agreement as it was before.
        return { ...conflict, status: 400, errors: [{ field: 'otp', code: expiredPassword, message: '' }] };
      },
      onAccepted: () => signed && onChanged(signed),
    });
  });
  return (
    <Card title={t('servicing.step.sign')}>
      <p>{t('servicing.sign.help', { lender })}</p>
      {agreement && <DocumentLink loanId={loanId} document={agreement} />}
      {refusal && isOfOtherDocument(refusal) ? (
        <Banner kind="notice" role="alert" title={t('servicing.sign.changed')} />
      ) : (
        <CallFailure failure={refusal} />
      )}
      <PasswordStep
        password={password}
        intro={t('servicing.sign.intro')}
        sent={t('servicing.sign.sent')}
        submit="servicing.sign.submit"
      />
    </Card>
  );
}

/** Says that the agreement or the loan is not as it is shown; null for every other outcome. */
const conflictOf = (outcome: Outcome<unknown>): Refusal | null =>
  outcome.kind === 'refused' && outcome.status === 409 ? outcome : null;

const isOfOtherDocument = ({ errors }: Refusal) =>
  errors.some(({ code }) => code === 'servicing.document.changed');
