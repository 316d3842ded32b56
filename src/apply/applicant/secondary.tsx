/** What Applicant Details can be read without: one chunk, fetched as soon as the page is shown. */
export { ComplaintLink } from '../ComplaintLink.tsx';
export { CopyAddress } from './CopyAddress.tsx';
export { Experience } from './Experience.tsx';
export { GroupedErrors } from './grouped-errors.tsx';
export { PasteFill } from './PasteFill.tsx';
