/** The questions of the FAQ (specification, section 9, and the product's own rules), by category. */
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { legalPath } from '../../../domain/pages/legal.ts';
import { limits } from '../../../domain/values/limits.ts';
import type { MessageId } from '../../../locales/index.ts';
import { formatRupees } from '../../ui/money.tsx';

/** In the order of the page. */
export const categories = {
  costs: 'faq.category.costs',
  repayment: 'faq.category.repayment',
  applying: 'faq.category.applying',
  documents: 'faq.category.documents',
  status: 'faq.category.status',
  privacy: 'faq.category.privacy',
} as const satisfies Record<string, MessageId>;

export type Category = keyof typeof categories;

export const categoryNames = Object.keys(categories) as Category[];

export interface Question {
  /** The id of the element, by which the answer's address ends: `/app/faq#plans`. */
  id: string;
  category: Category;
  question: MessageId;
  answer: MessageId;
  /** Other words that people search for it by. */
  keywords?: MessageId;
  /** Where more is to be read or done. */
  link?: { href: string; label: MessageId };
}

/** The figures of the answers, by the names that their messages have for them. */
export const faqValues = {
  firstMonths: limits.planMonths.first,
  lastMonths: limits.planMonths.last,
  coverage: limits.feeCoveragePercent,
  hours: limits.decisionHours,
  minimumFee: formatRupees(limits.minimumTotalFee),
  householdBelow: formatRupees(limits.householdIncomeBelow),
  searchLetters: limits.searchAfterCharacters + 1,
  students: limits.maxStudents,
  receiptMb: limits.receiptMaxBytes / 2 ** 20,
  documentMb: limits.documentMaxBytes / 2 ** 20,
  otpDigits: limits.oneTimePasswordDigits,
  bornFirst: String(limits.applicantBirthYearFirst),
  bornLast: String(limits.applicantBirthYearLast),
};

const contact = { href: accountPath('contact'), label: 'faq.link.contact' } as const;
const grievance = { href: accountPath('grievance'), label: 'faq.link.grievance' } as const;
const privacy = { href: legalPath('privacy'), label: 'faq.link.privacy' } as const;

export const questions: readonly Question[] = [
  {
    id: 'plans',
    category: 'costs',
    question: 'faq.plans.question',
    answer: 'faq.plans.answer',
    link: { href: accountPath('institutions'), label: 'faq.link.institutions' },
  },
  { id: 'coverage', category: 'costs', question: 'faq.coverage.question', answer: 'faq.coverage.answer' },
  {
    id: 'collateral',
    category: 'costs',
    question: 'faq.collateral.question',
    answer: 'faq.collateral.answer',
  },
  {
    id: 'price',
    category: 'costs',
    question: 'faq.price.question',
    answer: 'faq.price.answer',
    keywords: 'faq.price.keywords',
  },
  {
    id: 'dearer',
    category: 'costs',
    question: 'faq.dearer.question',
    answer: 'faq.dearer.answer',
    keywords: 'faq.dearer.keywords',
  },
  {
    id: 'lender',
    category: 'costs',
    question: 'faq.lender.question',
    answer: 'faq.lender.answer',
    keywords: 'faq.lender.keywords',
    link: grievance,
  },
  { id: 'minimum', category: 'costs', question: 'faq.minimum.question', answer: 'faq.minimum.answer' },
  {
    id: 'instalments',
    category: 'repayment',
    question: 'faq.instalments.question',
    answer: 'faq.instalments.answer',
    keywords: 'faq.instalments.keywords',
  },
  {
    id: 'foreclosure',
    category: 'repayment',
    question: 'faq.foreclosure.question',
    answer: 'faq.foreclosure.answer',
    keywords: 'faq.foreclosure.keywords',
    link: contact,
  },
  {
    id: 'late',
    category: 'repayment',
    question: 'faq.late.question',
    answer: 'faq.late.answer',
    keywords: 'faq.late.keywords',
    link: contact,
  },
  {
    id: 'lost-job',
    category: 'repayment',
    question: 'faq.lostJob.question',
    answer: 'faq.lostJob.answer',
    keywords: 'faq.lostJob.keywords',
    link: contact,
  },
  {
    id: 'debit-day',
    category: 'repayment',
    question: 'faq.debitDay.question',
    answer: 'faq.debitDay.answer',
    keywords: 'faq.debitDay.keywords',
  },
  {
    id: 'part-payment',
    category: 'repayment',
    question: 'faq.partPayment.question',
    answer: 'faq.partPayment.answer',
    keywords: 'faq.partPayment.keywords',
    link: contact,
  },
  {
    id: 'cancel',
    category: 'repayment',
    question: 'faq.cancel.question',
    answer: 'faq.cancel.answer',
    keywords: 'faq.cancel.keywords',
  },
  {
    id: 'child-leaves',
    category: 'repayment',
    question: 'faq.leaves.question',
    answer: 'faq.leaves.answer',
    keywords: 'faq.leaves.keywords',
  },
  {
    id: 'disbursal',
    category: 'repayment',
    question: 'faq.disbursal.question',
    answer: 'faq.disbursal.answer',
    keywords: 'faq.disbursal.keywords',
  },
  {
    id: 'how',
    category: 'applying',
    question: 'faq.how.question',
    answer: 'faq.how.answer',
    link: { href: accountPath('howToApply'), label: 'faq.link.howToApply' },
  },
  { id: 'decision', category: 'applying', question: 'faq.decision.question', answer: 'faq.decision.answer' },
  {
    id: 'who',
    category: 'applying',
    question: 'faq.who.question',
    answer: 'faq.who.answer',
    keywords: 'faq.who.keywords',
  },
  {
    id: 'credit-score',
    category: 'applying',
    question: 'faq.creditScore.question',
    answer: 'faq.creditScore.answer',
    keywords: 'faq.creditScore.keywords',
  },
  {
    id: 'time',
    category: 'applying',
    question: 'faq.time.question',
    answer: 'faq.time.answer',
    keywords: 'faq.time.keywords',
  },
  {
    id: 'institution',
    category: 'applying',
    question: 'faq.institution.question',
    answer: 'faq.institution.answer',
    link: { href: accountPath('institutions'), label: 'faq.link.institutions' },
  },
  {
    id: 'unlisted',
    category: 'applying',
    question: 'faq.unlisted.question',
    answer: 'faq.unlisted.answer',
    keywords: 'faq.unlisted.keywords',
    link: contact,
  },
  {
    id: 'alternate-number',
    category: 'applying',
    question: 'faq.alternate.question',
    answer: 'faq.alternate.answer',
    keywords: 'faq.alternate.keywords',
  },
  { id: 'siblings', category: 'applying', question: 'faq.siblings.question', answer: 'faq.siblings.answer' },
  {
    id: 'household-income',
    category: 'applying',
    question: 'faq.household.question',
    answer: 'faq.household.answer',
  },
  {
    id: 'coming-back',
    category: 'applying',
    question: 'faq.comingBack.question',
    answer: 'faq.comingBack.answer',
  },
  { id: 'test-loan', category: 'applying', question: 'faq.testLoan.question', answer: 'faq.testLoan.answer' },
  {
    id: 'documents',
    category: 'documents',
    question: 'faq.documents.question',
    answer: 'faq.documents.answer',
    keywords: 'faq.documents.keywords',
  },
  { id: 'files', category: 'documents', question: 'faq.files.question', answer: 'faq.files.answer' },
  {
    id: 'file-password',
    category: 'documents',
    question: 'faq.filePassword.question',
    answer: 'faq.filePassword.answer',
  },
  { id: 'aadhaar', category: 'documents', question: 'faq.aadhaar.question', answer: 'faq.aadhaar.answer' },
  { id: 'approved', category: 'status', question: 'faq.approved.question', answer: 'faq.approved.answer' },
  {
    id: 'payout',
    category: 'status',
    question: 'faq.payout.question',
    answer: 'faq.payout.answer',
    keywords: 'faq.payout.keywords',
  },
  {
    id: 'no-call',
    category: 'status',
    question: 'faq.noCall.question',
    answer: 'faq.noCall.answer',
    keywords: 'faq.noCall.keywords',
    link: contact,
  },
  { id: 'pending', category: 'status', question: 'faq.pending.question', answer: 'faq.pending.answer' },
  { id: 'queries', category: 'status', question: 'faq.queries.question', answer: 'faq.queries.answer' },
  { id: 'again', category: 'status', question: 'faq.again.question', answer: 'faq.again.answer' },
  {
    id: 'who-reads',
    category: 'privacy',
    question: 'faq.whoReads.question',
    answer: 'faq.whoReads.answer',
    link: privacy,
  },
  {
    id: 'erasure',
    category: 'privacy',
    question: 'faq.erasure.question',
    answer: 'faq.erasure.answer',
    link: contact,
  },
  { id: 'otp', category: 'privacy', question: 'faq.otp.question', answer: 'faq.otp.answer' },
  {
    id: 'grievance',
    category: 'privacy',
    question: 'faq.grievance.question',
    answer: 'faq.grievance.answer',
    link: grievance,
  },
];
