/** The FAQ, and the answers in it to which other screens link. */
export const faqPath = '/app/faq';

/** Ids of questions (src/account/faq/questions.ts). */
export const faqAnchors = ['dearer', 'alternate-number', 'credit-score', 'late', 'payout'] as const;

export type FaqAnchor = (typeof faqAnchors)[number];

export const answerPath = (answer: FaqAnchor): string => `${faqPath}#${answer}`;
