/** A plan as many schools have one, for whoever has chosen no school yet. Nothing is offered by it. */
import { planCost } from './plan-cost.ts';

export const sampleFee = 45_000;

const terms = { emi_tenure: 6, parent_pf: '1.5', parent_pf_amount: 199, parent_interest: '2.75' };
const nothingElse = { advance_emi: 0, membership_fee: 0, subvention: '0', fibe_id: null };

export const samplePlan = () =>
  planCost({ ...terms, ...nothingElse, id: 0, is_disabled: false }, sampleFee, '');
