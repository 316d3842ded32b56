/** Over answers that are saved and have not got to the lender: Submit is at the bottom, where it always is. */
import { FormattedMessage } from 'react-intl';
import { Banner } from '../../ui/Banner.tsx';

export function SubmittedBanner() {
  return <Banner kind="notice" title={<FormattedMessage id="applicant.sent.answers" />} />;
}
