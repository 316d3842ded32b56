/** Over an application that was submitted and has no answer: why, and what to do. */
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useWizard } from '../shared/wizard.tsx';
import { t } from '../../i18n/i18n.tsx';
import { SupportPhone } from './support-phone.tsx';

/** Over answers that are saved and have not got to the lender: Submit is at the bottom, where it always is. */
export function SubmittedBanner() {
  return <Banner kind="notice" title={t('applicant.sent.answers')} />;
}

/** Over a form that can be submitted again. @param isRefused whether the lender would refuse the same again */
export function UnansweredBanner({ isRefused }: { isRefused: boolean }) {
  const wizard = useWizard();
  if (!isRefused) {
    return (
      <Banner kind="notice" title={t('applicant.unsent')}>
        <p>{t('applicant.unsent.help')}</p>
      </Banner>
    );
  }
  return (
    <Banner kind="notice" title={t('applicant.refused')}>
      <p>{t('applicant.refused.help')}</p>
      <SupportPhone />
      <Button onPress={() => wizard.send({ type: 'explore.requested' })}>{t('app.reentry.startNew')}</Button>
    </Banner>
  );
}
