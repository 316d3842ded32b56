/** The FAQ, and the answers in it to which other screens link. */
export const faqPath = '/app/faq';

/** Ids of questions (src/account/faq/questions.ts). */
export const linkedAnswers = ['dearer', 'alternate-number', 'credit-score', 'late', 'payout'] as const;

export type LinkedAnswer = (typeof linkedAnswers)[number];

export const answerPath = (answer: LinkedAnswer): string => `${faqPath}#${answer}`;
