/** Previews a review: the applicant's messages, how they are sent, and the other decisions. */
import { type IntlShape, useIntl } from 'react-intl';
import { openQueries } from '../../../domain/loan/lock.ts';
import { inScreenOrder } from '../../../domain/loan/screen-order.ts';
import { type LanguageCode, languageAttributes } from '../../../locales/index.ts';
import { countsOf, returnsToApplicant, undecidedQueries } from '../../../machines/desk/acts.ts';
import { importOutcome } from '../../hooks/import-outcome.ts';
import { cachedForever, useQuery } from '../../data/query.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryIcon } from '../../ui/icons.tsx';
import { valueText } from '../../form/value-text.ts';
import { fieldTitle } from '../values.tsx';
import { loadIntl, t } from '../../i18n/i18n.tsx';
import { LanguageName } from '../../i18n/language-name.tsx';
import { useApplication, useDesk, useDeskState } from './actor.tsx';
import './preview.css';

export function ReviewPreview({ busy }: { busy: boolean }) {
  const desk = useDesk();
  const reviewDraft = useDeskState(({ context }) => context.reviewDraft);
  const isSentBack = returnsToApplicant(reviewDraft);
  const close = () => desk.send({ type: 'preview.closed' });
  return (
    <Dialog
      wide
      title={t(isSentBack ? 'review.preview.title' : 'review.preview.accept', {
        count: countsOf(reviewDraft).accepted + countsOf(reviewDraft).withdrawn,
      })}
      onCancel={close}
      actions={
        <>
          <Button disabled={busy} onPress={close}>
            {t('review.preview.close')}
          </Button>
          <Button kind="primary" busy={busy} onPress={() => desk.send({ type: 'review.confirmed' })}>
            {t(isSentBack ? 'review.preview.send' : 'review.preview.confirm')}
          </Button>
        </>
      }
    >
      {isSentBack ? <ApplicantPreview /> : <NothingToSend />}
      <OtherDecisions />
    </Dialog>
  );
}

function NothingToSend() {
  return <p>{t('review.preview.untold')}</p>;
}

/** Returns the current and the earlier open queries, in the order of the screens. */
function useOpenQueries() {
  const { loan } = useApplication();
  const { flags, decisions } = useDeskState(({ context }) => context.reviewDraft);
  const open = openQueries(loan).filter(({ id }) => decisions[id]?.kind !== 'withdraw');
  const askedAgain = loan.queries.flatMap(({ id, field }) => {
    const decision = decisions[id];
    return decision?.kind === 'askAgain' ? [{ field, message: decision.message }] : [];
  });
  const flagged = Object.entries(flags).map(([field, { message }]) => ({ field, message }));
  return inScreenOrder([...open, ...askedAgain, ...flagged], ({ field }) => field, loan);
}

function ApplicantPreview() {
  const intl = useIntl();
  const { loan } = useApplication();
  const { email, mobile } = loan.personal_details;
  const queries = useOpenQueries();
  const applicantIntl = useApplicantIntl(loan.language);
  return (
    <>
      <section className="stack-s2" aria-labelledby="preview-title">
        <h3 className="preview-heading" id="preview-title">
          {t('review.preview.theirs')}
        </h3>
        <div className="preview-content" {...languageAttributes(loan.language)}>
          <p className="preview-title">
            <QueryIcon />
            {applicantIntl.formatMessage(
              { id: 'app.query.title' },
              { count: queries.length, answered: 0, open: queries.length },
            )}
          </p>
          <ul className="preview-queries stack-s3">
            {queries.map(({ field, message }) => (
              <li key={field}>
                <strong>{fieldTitle(applicantIntl, field, loan)}</strong>
                <span>{message.trim()}</span>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className="stack-s2" aria-labelledby="notifications-title">
        <h3 className="preview-heading" id="notifications-title">
          {t('review.preview.told')}
        </h3>
        <ul className="stack-s1">
          <li>
            {t('review.preview.sms', {
              mobile: <strong>{valueText(intl, { kind: 'phone' }, mobile)}</strong>,
            })}
          </li>
          <li>{t('review.preview.email', { email: <strong>{email}</strong> })}</li>
        </ul>
        <p className="text-muted">
          {t('review.preview.language', {
            language: <LanguageName language={loan.language} />,
          })}
        </p>
      </section>
    </>
  );
}

/** The decisions that ask nothing, and what is left undecided. */
function OtherDecisions() {
  const application = useApplication();
  const reviewDraft = useDeskState(({ context }) => context.reviewDraft);
  const { accepted, withdrawn } = countsOf(reviewDraft);
  const undecided = undecidedQueries(application, reviewDraft).length;
  const lines = [
    ['review.preview.accepted', accepted],
    ['review.preview.withdrawn', withdrawn],
    ['review.preview.undecided', undecided],
  ] as const;
  const shown = lines.filter(([, count]) => count > 0);
  if (shown.length === 0) return null;
  return (
    <ul className="preview-decisions stack-s1">
      {shown.map(([id, count]) => (
        <li key={id}>{t(id, { count })}</li>
      ))}
    </ul>
  );
}

/** Returns the desk's intl until the language's messages are loaded, and if that fails. */
function useApplicantIntl(language: LanguageCode): IntlShape {
  const intl = useIntl();
  const { data = intl } = useQuery({
    queryKey: ['applicant messages', language],
    queryFn: () => importOutcome(loadIntl(language)),
    ...cachedForever,
  });
  return data;
}
