/** An example plan with typical terms for visitors who have not chosen a school. It is not an offer. */
import { planCost } from './plan-cost.ts';

export const sampleFee = 45_000;

const terms = { emi_tenure: 6, parent_pf: '1.5', parent_pf_amount: 199, parent_interest: '2.75' };
const nothingElse = { advance_emi: 0, membership_fee: 0, subvention: '0', fibe_id: null };

export const samplePlan = () =>
  planCost({ ...terms, ...nothingElse, id: 0, is_disabled: false }, sampleFee, '');
