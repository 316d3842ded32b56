import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faqAnchors } from '../../../domain/pages/faq-answers.ts';
import { type MessageId, languageCodes } from '../../../locales/index.ts';
import { questions } from './questions.ts';
import { searchQuestions } from './search.ts';

const catalogueOf = (language: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../locales/${language}/app.json`, import.meta.url), 'utf8'),
  ) as Record<MessageId, string>;

/** Returns the ids of the questions that are found in a language. */
function idsFor(typed: string, language = 'en'): string[] {
  const texts = catalogueOf(language);
  const searchable = questions.map(({ id, question, keywords, answer }) => ({
    id,
    question: texts[question],
    keywords: keywords ? texts[keywords] : '',
    answer: texts[answer],
  }));
  return searchQuestions(searchable, typed).map(({ id }) => id);
}

it('every answer that a screen links to exists', () => {
  expect(faqAnchors.filter((id) => !questions.some((question) => question.id === id))).toEqual([]);
});

describe('the search of the FAQ', () => {
  it.each([
    ['foreclose', ['foreclosure']],
    ['Foreclosing', ['foreclosure']],
    ['cancel loan', ['cancel']],
    ['processing fee', ['price']],
    ['refunds', ['child-leaves']],
    ['bounced', ['late']],
    ['CIBIL', ['credit-score']],
    ['school not listed', ['unlisted']],
    ['late', ['late']],
    ['safe', ['again']],
    ['lost my job', ['lost-job']],
    ['bank stat', ['file-password', 'pending']],
    ['giraffe', []],
  ])('finds the matching questions for %s', (typed, ids) => {
    expect(idsFor(typed)).toEqual(ids);
  });

  it('finds questions by most of the words where none contains all of them', () => {
    expect(idsFor('what happens with CIBIL giraffes')).toEqual(['credit-score']);
  });

  it('shows all questions while nothing is typed', () => {
    expect(idsFor(' ')).toHaveLength(questions.length);
  });

  it.each([
    ['ta', 'ரத்து', 'cancel'],
    ['ta', 'சிபில்', 'credit-score'],
    ['hi', 'सिबिल', 'credit-score'],
    ['hi', 'जुर्माना', 'late'],
    ['tl', 'అర్హత', 'who'],
    ['tl', 'వాపసు', 'child-leaves'],
    ['ka', 'ದಂಡ', 'late'],
    ['ka', 'ರದ್ದು', 'cancel'],
  ])('finds questions in %s by the words of that language: %s', (language, typed, id) => {
    expect(idsFor(typed, language)).toContain(id);
  });

  it.each(languageCodes)('finds questions by common English words in %s', (language) => {
    for (const [typed, id] of [
      ['foreclose', 'foreclosure'],
      ['cancel', 'cancel'],
      ['processing fee', 'price'],
      ['refund', 'child-leaves'],
      ['bounce', 'late'],
      ['EMI', 'instalments'],
      ['CIBIL', 'credit-score'],
      ['school not listed', 'unlisted'],
    ] as const)
      expect([typed, idsFor(typed, language)]).toEqual([typed, expect.arrayContaining([id])]);
  });
});

it.each(languageCodes)(
  'the answer about closing a loan early names its heading on the page, in %s',
  (language) => {
    const texts = catalogueOf(language);
    expect(texts['faq.foreclosure.answer']).toContain(texts['servicing.foreclosure.title']);
  },
);
