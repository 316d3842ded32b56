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

const questionsByCategory: Record<Category, readonly Omit<Question, 'category'>[]> = {
  costs: [
    {
      id: 'plans',
      question: 'faq.plans.question',
      answer: 'faq.plans.answer',
      link: { href: accountPath('institutions'), label: 'faq.link.institutions' },
    },
    { id: 'coverage', question: 'faq.coverage.question', answer: 'faq.coverage.answer' },
    { id: 'collateral', question: 'faq.collateral.question', answer: 'faq.collateral.answer' },
    {
      id: 'price',
      question: 'faq.price.question',
      answer: 'faq.price.answer',
      keywords: 'faq.price.keywords',
    },
    {
      id: 'dearer',
      question: 'faq.dearer.question',
      answer: 'faq.dearer.answer',
      keywords: 'faq.dearer.keywords',
    },
    {
      id: 'lender',
      question: 'faq.lender.question',
      answer: 'faq.lender.answer',
      keywords: 'faq.lender.keywords',
      link: grievance,
    },
    { id: 'minimum', question: 'faq.minimum.question', answer: 'faq.minimum.answer' },
    {
      id: 'instalments',
      question: 'faq.instalments.question',
      answer: 'faq.instalments.answer',
      keywords: 'faq.instalments.keywords',
    },
  ],
  repayment: [
    {
      id: 'foreclosure',
      question: 'faq.foreclosure.question',
      answer: 'faq.foreclosure.answer',
      keywords: 'faq.foreclosure.keywords',
      link: contact,
    },
    {
      id: 'late',
      question: 'faq.late.question',
      answer: 'faq.late.answer',
      keywords: 'faq.late.keywords',
      link: contact,
    },
    {
      id: 'lost-job',
      question: 'faq.lostJob.question',
      answer: 'faq.lostJob.answer',
      keywords: 'faq.lostJob.keywords',
      link: contact,
    },
    {
      id: 'debit-day',
      question: 'faq.debitDay.question',
      answer: 'faq.debitDay.answer',
      keywords: 'faq.debitDay.keywords',
    },
    {
      id: 'part-payment',
      question: 'faq.partPayment.question',
      answer: 'faq.partPayment.answer',
      keywords: 'faq.partPayment.keywords',
      link: contact,
    },
    {
      id: 'cancel',
      question: 'faq.cancel.question',
      answer: 'faq.cancel.answer',
      keywords: 'faq.cancel.keywords',
    },
    {
      id: 'child-leaves',
      question: 'faq.leaves.question',
      answer: 'faq.leaves.answer',
      keywords: 'faq.leaves.keywords',
    },
    {
      id: 'disbursal',
      question: 'faq.disbursal.question',
      answer: 'faq.disbursal.answer',
      keywords: 'faq.disbursal.keywords',
    },
  ],
  applying: [
    {
      id: 'how',
      question: 'faq.how.question',
      answer: 'faq.how.answer',
      link: { href: accountPath('howToApply'), label: 'faq.link.howToApply' },
    },
    { id: 'decision', question: 'faq.decision.question', answer: 'faq.decision.answer' },
    { id: 'who', question: 'faq.who.question', answer: 'faq.who.answer', keywords: 'faq.who.keywords' },
    {
      id: 'credit-score',
      question: 'faq.creditScore.question',
      answer: 'faq.creditScore.answer',
      keywords: 'faq.creditScore.keywords',
    },
    { id: 'time', question: 'faq.time.question', answer: 'faq.time.answer', keywords: 'faq.time.keywords' },
    {
      id: 'institution',
      question: 'faq.institution.question',
      answer: 'faq.institution.answer',
      link: { href: accountPath('institutions'), label: 'faq.link.institutions' },
    },
    {
      id: 'unlisted',
      question: 'faq.unlisted.question',
      answer: 'faq.unlisted.answer',
      keywords: 'faq.unlisted.keywords',
      link: contact,
    },
    {
      id: 'alternate-number',
      question: 'faq.alternate.question',
      answer: 'faq.alternate.answer',
      keywords: 'faq.alternate.keywords',
    },
    { id: 'siblings', question: 'faq.siblings.question', answer: 'faq.siblings.answer' },
    { id: 'household-income', question: 'faq.household.question', answer: 'faq.household.answer' },
    { id: 'coming-back', question: 'faq.comingBack.question', answer: 'faq.comingBack.answer' },
    { id: 'test-loan', question: 'faq.testLoan.question', answer: 'faq.testLoan.answer' },
    {
      id: 'documents',
      question: 'faq.documents.question',
      answer: 'faq.documents.answer',
      keywords: 'faq.documents.keywords',
    },
  ],
  documents: [
    { id: 'files', question: 'faq.files.question', answer: 'faq.files.answer' },
    { id: 'file-password', question: 'faq.filePassword.question', answer: 'faq.filePassword.answer' },
    { id: 'aadhaar', question: 'faq.aadhaar.question', answer: 'faq.aadhaar.answer' },
    { id: 'approved', question: 'faq.approved.question', answer: 'faq.approved.answer' },
    {
      id: 'payout',
      question: 'faq.payout.question',
      answer: 'faq.payout.answer',
      keywords: 'faq.payout.keywords',
    },
  ],
  status: [
    {
      id: 'no-call',
      question: 'faq.noCall.question',
      answer: 'faq.noCall.answer',
      keywords: 'faq.noCall.keywords',
      link: contact,
    },
    { id: 'pending', question: 'faq.pending.question', answer: 'faq.pending.answer' },
    { id: 'queries', question: 'faq.queries.question', answer: 'faq.queries.answer' },
    { id: 'again', question: 'faq.again.question', answer: 'faq.again.answer' },
    { id: 'who-reads', question: 'faq.whoReads.question', answer: 'faq.whoReads.answer', link: privacy },
  ],
  privacy: [
    { id: 'erasure', question: 'faq.erasure.question', answer: 'faq.erasure.answer', link: contact },
    { id: 'otp', question: 'faq.otp.question', answer: 'faq.otp.answer' },
    { id: 'grievance', question: 'faq.grievance.question', answer: 'faq.grievance.answer', link: grievance },
  ],
};

/** All of them, in the order of the page. */
export const questions: readonly Question[] = categoryNames.flatMap((category) =>
  questionsByCategory[category].map((question) => ({ ...question, category })),
);
