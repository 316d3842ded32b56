/** What the rules of Applicant Details must know besides what is typed. */
import type { Facts } from '../../../domain/check.ts';
import { tenuresOf } from '../../../domain/offer.ts';
import type { Circumstances } from '../queried/inputs.ts';

export const validationContextOf = ({ today, loan, options }: Circumstances): Facts => ({
  today,
  applicantMobile: loan.personal_details.mobile,
  ...(options && { tenures: tenuresOf(options) }),
});
