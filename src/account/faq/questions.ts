/** The questions of the FAQ (specification, section 9, and the product's own rules), by category. */
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { legalPath } from '../../../domain/pages/legal.ts';
import { limits } from '../../../domain/values/limits.ts';
import type { MessageId } from '../../../locales/index.ts';
import { formatRupees } from '../../ui/money.tsx';
import rows from './questions.json' with { type: 'json' };

/** The categories in the order of the page. */
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
  /** Synonyms for the search. */
  keywords?: MessageId;
  /** A link to more information or to an action. */
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

const links = {
  contact: { href: accountPath('contact'), label: 'faq.link.contact' },
  grievance: { href: accountPath('grievance'), label: 'faq.link.grievance' },
  howToApply: { href: accountPath('howToApply'), label: 'faq.link.howToApply' },
  institutions: { href: accountPath('institutions'), label: 'faq.link.institutions' },
  privacy: { href: legalPath('privacy'), label: 'app.privacy' },
} as const;

type Row = Omit<Question, 'category' | 'link'> & { link?: keyof typeof links };

/** The questions in the order of the page. */
export const questions: readonly Question[] = categoryNames.flatMap((category) =>
  (rows as Record<Category, Row[]>)[category].map(({ link, ...question }) => ({
    ...question,
    category,
    ...(link && { link: links[link] }),
  })),
);
