/** What comes over Applicant Details, and the plans that are looked at there: one chunk, with its words. */
export { StatusLayer } from './layer.tsx';
export { PlanDetails, PlanLayer } from './plans.tsx';
