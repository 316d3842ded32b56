/** The FAQ: questions by category, a search by words, and an address for each question. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import type { MessageId } from '../../../locales/index.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { supportLinks } from '../../ui/support-links.tsx';
import { Columns } from '../columns.tsx';
import { Frame } from '../frame.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/i18n.tsx';
import {
  categories,
  type Category,
  categoryNames,
  faqValues,
  type Question,
  questions,
} from './questions.ts';
import { searchQuestions } from './search.ts';
import './faq.css';

const searchMaxLength = 100;

export default function FaqScreen() {
  const intl = useIntl();
  const { support } = useServices();
  const [text, setText] = useState('');
  const [category, setCategory] = useState<Category | null>(null);
  const searchable = useMemo(() => {
    const textOf = (id: MessageId) =>
      intl.formatMessage({ id }, { ...faqValues, supportEmail: support.email });
    return questions.map((entry) => ({
      entry,
      question: textOf(entry.question),
      keywords: entry.keywords ? textOf(entry.keywords) : '',
      answer: textOf(entry.answer),
    }));
  }, [intl, support]);
  const found = searchQuestions(searchable, text)
    .map(({ entry }) => entry)
    .filter((question) => category === null || question.category === category);
  const isNarrowed = text.trim() !== '' || category !== null;
  const showAll = useCallback(() => {
    setText('');
    setCategory(null);
  }, []);
  useAddressedQuestion(showAll);
  return (
    <Frame title="faq.title" lead="faq.lead" wide>
      <Columns
        side={
          <search className="stack-s3">
            <SearchInput
              id="faq-text"
              label={t('faq.search')}
              maxLength={searchMaxLength}
              value={text}
              onValue={setText}
            />
            <Categories chosen={category} onChoose={setCategory} />
            <p className="live-region text-muted" role="status">
              {isNarrowed && found.length > 0 && t('faq.found', { count: found.length })}
            </p>
          </search>
        }
      >
        {found.length === 0 && <NoQuestions onShowAll={showAll} />}
        {categoryNames.map((name) => (
          <QuestionGroup
            key={name}
            category={name}
            questions={found.filter((question) => question.category === name)}
          />
        ))}
        <p className="link-row">
          {t('faq.more')} <a href={accountPath('contact')}>{t('faq.link.contact')}</a>
        </p>
      </Columns>
    </Frame>
  );
}

type CategoriesProps = { chosen: Category | null; onChoose: (category: Category | null) => void };

function Categories({ chosen, onChoose }: CategoriesProps) {
  const intl = useIntl();
  return (
    <div className="choice-row" role="group" aria-label={intl.formatMessage({ id: 'faq.categories' })}>
      {[null, ...categoryNames].map((name) => (
        <button
          key={name ?? 'all'}
          type="button"
          className="faq-category"
          aria-pressed={chosen === name}
          onClick={() => onChoose(name)}
        >
          {t(name === null ? 'faq.category.all' : categories[name])}
        </button>
      ))}
    </div>
  );
}

function NoQuestions({ onShowAll }: { onShowAll: () => void }) {
  return (
    <div className="faq-none" role="status">
      <p className="faq-none-title">{t('faq.none')}</p>
      <p className="text-muted">{t('faq.none.help')}</p>
      <Button onPress={onShowAll}>{t('faq.none.showAll')}</Button>
    </div>
  );
}

function QuestionGroup(props: { category: Category; questions: readonly Question[] }) {
  if (props.questions.length === 0) return null;
  return (
    <section className="faq-group stack-s3" aria-labelledby={`faq-${props.category}`}>
      <h2 id={`faq-${props.category}`} className="text-lead">
        {t(categories[props.category])}
      </h2>
      <div className="faq-questions">
        {props.questions.map((question) => (
          <Answer key={question.id} {...question} />
        ))}
      </div>
    </section>
  );
}

function Answer({ id, question, answer, link }: Question) {
  const intl = useIntl();
  const { support } = useServices();
  const title = intl.formatMessage({ id: question }, faqValues);
  return (
    <Disclosure id={id} title={title}>
      <p>{t(answer, { ...faqValues, supportEmail: supportLinks(support).email })}</p>
      <p className="link-row">
        {link && <a href={link.href}>{t(link.label)}</a>}
        <a
          className="faq-permalink"
          href={`#${id}`}
          aria-label={intl.formatMessage({ id: 'faq.permalink.to' }, { question: title })}
        >
          {t('faq.permalink')}
        </a>
      </p>
    </Disclosure>
  );
}

/** Opens the question that the address names, at the start and when its fragment changes. */
function useAddressedQuestion(showAll: () => void): void {
  useEffect(() => {
    const openQuestion = () => {
      const id = decodeFragment(window.location.hash);
      if (!questions.some((question) => question.id === id)) return;
      // A question that is filtered out is shown again first.
      showAll();
      requestAnimationFrame(() => {
        const element = document.getElementById(id);
        if (!(element instanceof HTMLDetailsElement)) return;
        element.open = true;
        element.scrollIntoView({ block: 'start' });
        element.querySelector('summary')?.focus({ preventScroll: true });
      });
    };
    openQuestion();
    window.addEventListener('hashchange', openQuestion);
    return () => window.removeEventListener('hashchange', openQuestion);
  }, [showAll]);
}

/** Returns the id in an address's fragment; '' if it cannot be decoded. */
function decodeFragment(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
