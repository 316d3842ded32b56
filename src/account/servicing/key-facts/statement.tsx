/**
 * The key facts statement on screen, in the language chosen for it, with the app's words about it. It is part of the
 * page and not a scrolling box, so that keyboard and screen reader go through it as through any text; what follows it
 * can be pressed once its end has been on the screen.
 */
import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { RawIntlProvider, useIntl } from 'react-intl';
import { keptFee } from '../../../../domain/servicing/cooling-off.ts';
import { type DocumentIntl, type DocumentText, textOf } from '../../../../domain/servicing/document-text.ts';
import {
  keyFactsHeading,
  keyFactsSections,
  type KeyFactsBlock,
  type KeyFactsRow,
  type KeyFactsSection,
  type KeyFactsTable,
} from '../../../../domain/servicing/key-facts.ts';
import { keyFactsSummary, type KeyFactsTopic } from '../../../../domain/servicing/key-facts-summary.ts';
import { keyFactsInputOf } from '../../../../domain/servicing/key-facts-wire.ts';
import type { KeyFactsStatement } from '../../../../domain/values/wire.ts';
import { type MessageId, languageAttributes } from '../../../../locales/index.ts';
import { Loaded, cachedForever, useQuery } from '../../../data/query.tsx';
import { importOutcome } from '../../../hooks/import-outcome.ts';
import { Actions, Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CollapsibleCard, openCard } from '../../../ui/collapsible-card.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { Paise } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Moment } from '../../moment.tsx';
import { CallFailure } from '../../call-failure.tsx';
import { DocumentLink } from '../document-link.tsx';
import { loadDocumentIntl } from '../key-facts-messages.ts';
import { loadIntl, t } from '../../../i18n/i18n.tsx';
import type { KeyFactsActor } from './actor.ts';
import './statement.css';

export interface StatementProps {
  keyFacts: KeyFactsActor;
  loanId: string;
  statement: KeyFactsStatement;
  onAcknowledge: () => void;
}

export function Statement({ keyFacts, loanId, statement, onAcknowledge }: StatementProps) {
  const { document, facts } = statement;
  const messages = useQuery({
    queryKey: ['document messages', document.language],
    queryFn: () =>
      importOutcome(Promise.all([loadDocumentIntl(document.language), loadIntl(document.language)])),
    ...cachedForever,
  });
  return (
    <Loaded query={messages} pending={<Skeleton label={t('servicing.keyFacts.loading')} fields={8} />}>
      {([intl, appIntl]) => (
        <RawIntlProvider value={appIntl}>
          <div {...languageAttributes(document.language)} className="key-facts">
            <Summary intl={intl} facts={facts} />
            <div className="key-facts-statement split">
              <Contents intl={intl} facts={facts} />
              <Facts intl={intl} facts={facts} />
            </div>
            <Acknowledgement keyFacts={keyFacts} onAcknowledge={onAcknowledge}>
              <DocumentLink loanId={loanId} document={document} />
            </Acknowledgement>
          </div>
        </RawIntlProvider>
      )}
    </Loaded>
  );
}

const topicMessages = {
  get: 'servicing.keyFacts.summary.get',
  pay: 'servicing.keyFacts.summary.pay',
  rate: 'servicing.keyFacts.summary.rate',
  late: 'servicing.keyFacts.summary.late',
  change: 'servicing.keyFacts.summary.change',
  complain: 'servicing.keyFacts.summary.complain',
} as const satisfies Record<KeyFactsTopic, MessageId>;

interface OfStatement {
  intl: DocumentIntl;
  facts: KeyFactsStatement['facts'];
}

/** Shows the most important facts in the statement's own words, below the app's questions. */
function Summary({ intl, facts }: OfStatement) {
  const input = keyFactsInputOf(facts);
  const fee = keptFee(input.terms);
  return (
    <Card title={t('servicing.keyFacts.summary')}>
      <dl className="stack-s3">
        {keyFactsSummary(input).map(({ topic, rows }) => (
          <div key={topic} className="key-facts-row">
            <dt>{t(topicMessages[topic])}</dt>
            <dd className="key-facts-figures">
              {rows.map((row, index) => (
                <Figure key={index} row={row} isNamed={rows.length > 1} text={(line) => textOf(line, intl)} />
              ))}
              {topic === 'change' && fee > 0 && (
                <span className="key-facts-line">
                  {t('servicing.keyFacts.summary.fee', { fee: <Paise paise={fee} /> })}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Highlights an amount within its text; one of several has its name before it. */
function Figure({
  row: { label, lines },
  isNamed,
  text,
}: {
  row: KeyFactsRow;
  isNamed: boolean;
  text: Text;
}) {
  const [first, ...others] = lines;
  const isAmount = first !== undefined && ('paise' in first || 'percent' in first);
  return (
    <span>
      {isNamed && <span className="key-facts-label">{text(label)}</span>}
      {isAmount && <span className="key-facts-amount">{text(first)}</span>}
      <Lines lines={isAmount ? others : lines} text={text} />
    </span>
  );
}

const sectionId = (name: KeyFactsSection['name']) => `key-facts-${name}`;

/** Leads to the parts; it stays on the screen as long as one of them is. */
function Contents({ intl, facts }: OfStatement) {
  return (
    <nav
      className="key-facts-contents"
      aria-label={useIntl().formatMessage({ id: 'servicing.keyFacts.contents' })}
    >
      <ul>
        {keyFactsSections(keyFactsInputOf(facts)).map(({ name, title }) => {
          const text = textOf(title, intl);
          // A phone shows the part before the colon of "Part 1: Fees".
          const [number = ''] = text.split(':');
          return (
            <li key={name}>
              <a href={`#${sectionId(name)}`} aria-label={text} onClick={() => openCard(sectionId(name))}>
                {number}
                <span>{text.slice(number.length)}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const isAnnex = (name: KeyFactsSection['name']): boolean => name === 'annexB' || name === 'annexC';

function Facts({ intl, facts }: OfStatement) {
  const input = keyFactsInputOf(facts);
  const heading = keyFactsHeading(input);
  const text = (one: DocumentText) => textOf(one, intl);
  return (
    <div className="stack">
      <Card title={text(heading.title)}>
        <p>{text(heading.lead)}</p>
        <Rows rows={heading.rows} text={text} />
      </Card>
      {/* The annexes are collapsed: part 1 has their results. */}
      {keyFactsSections(input).map(({ name, title, blocks }) => (
        <CollapsibleCard
          key={name}
          id={sectionId(name)}
          title={text(title)}
          summary={isAnnex(name) && t('servicing.keyFacts.annex')}
          startsOpen={!isAnnex(name)}
        >
          {blocks.map((block, index) => (
            // The blocks of a statement never change their order.
            <Block key={index} block={block} text={text} label={text(title)} />
          ))}
        </CollapsibleCard>
      ))}
    </div>
  );
}

type Text = (text: DocumentText) => string;

function Rows({ rows, text }: { rows: readonly KeyFactsRow[]; text: Text }) {
  return (
    <dl className="stack-s3">
      {rows.map(({ number, label, lines }, index) => (
        <div key={index} className="key-facts-row">
          <dt>
            {number && <span className="key-facts-number">{number}</span>} {text(label)}
          </dt>
          <dd>
            <Lines lines={lines} text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Lines = ({ lines, text }: { lines: readonly DocumentText[]; text: Text }) =>
  lines.map((line, at) => (
    <span
      key={at}
      className="key-facts-line"
      data-figure={'paise' in line || 'percent' in line || undefined}
      {...('isEnglish' in line && languageAttributes('en'))}
    >
      {text(line)}
    </span>
  ));

function Block({ block, text, label }: { block: KeyFactsBlock; text: Text; label: string }) {
  switch (block.kind) {
    case 'note':
      return <p className="text-muted">{text(block.text)}</p>;
    case 'rows':
      return <Rows rows={block.rows} text={text} />;
    case 'table': {
      const caption = block.caption ? `${block.caption.number} ${text(block.caption.label)}` : label;
      return (
        // The rows are stacked on a phone; on medium screens a table in a wide language scrolls, also by keyboard.
        <div className="key-facts-scroll" role="group" aria-label={caption} tabIndex={0}>
          <table className="key-facts-table">
            <caption className={block.caption ? undefined : 'visually-hidden'}>{caption}</caption>
            <thead>
              <tr>
                {block.columns.map((column, index) => (
                  <th key={index} scope="col" data-numeric={column.isNumeric || undefined}>
                    {text(column.label)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, index) => (
                <Cells key={index} block={block} row={row} text={text} />
              ))}
            </tbody>
            {block.total && (
              <tfoot>
                <Cells block={block} row={block.total} text={text} />
              </tfoot>
            )}
          </table>
        </div>
      );
    }
  }
}

const isNil = ([line]: DocumentText[]) => line !== undefined && 'id' in line && line.id === 'keyFacts.nil';

function Cells(props: { block: KeyFactsTable; row: KeyFactsTable['rows'][number]; text: Text }) {
  const { block, row, text } = props;
  return (
    <tr data-nil={row.slice(1).every(isNil) || undefined}>
      {row.map((cell, at) => (
        <td key={at} data-numeric={block.columns[at]?.isNumeric || undefined}>
          <span className="key-facts-cell-name">{text(block.columns[at]?.label ?? { text: '' })}</span>
          {cell.map((line, lineAt) => (
            <span key={lineAt} className="key-facts-line">
              {text(line)}
            </span>
          ))}
        </td>
      ))}
    </tr>
  );
}

/** Placed at the end of the statement, so that a person who reaches it has been through the statement. */
function Acknowledgement(props: { keyFacts: KeyFactsActor; onAcknowledge: () => void; children: ReactNode }) {
  const { keyFacts, onAcknowledge, children } = props;
  const now = useSelector(keyFacts, (snapshot) => snapshot);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) keyFacts.send({ type: 'end.reached' });
    });
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  }, [keyFacts]);
  const acknowledgedAt = now.context.keyFacts?.document.acknowledged_at;
  const isReading = now.matches('reading');
  return (
    <Card title={t(acknowledgedAt ? 'servicing.keyFacts.title' : 'servicing.keyFacts.acknowledge.title')}>
      <div ref={end}>{children}</div>
      {acknowledgedAt ? (
        <p className="key-facts-acknowledged icon-line">
          <CheckIcon />
          <span>
            {t('servicing.keyFacts.acknowledged', { at: <Moment at={acknowledgedAt} dateStyle="long" /> })}
          </span>
        </p>
      ) : (
        <>
          <p id="key-facts-acknowledge-help">{t('servicing.keyFacts.acknowledge.help')}</p>
          <CallFailure failure={now.context.failure} />
          {isReading && (
            <p id="key-facts-reading" className="text-muted">
              {t('servicing.keyFacts.acknowledge.reading')}
            </p>
          )}
          <Actions>
            <Button
              kind="primary"
              wide
              busy={now.matches('acknowledging')}
              unavailable={isReading}
              describedBy={`key-facts-acknowledge-help${isReading ? ' key-facts-reading' : ''}`}
              onPress={() => !isReading && onAcknowledge()}
            >
              {t('servicing.keyFacts.acknowledge')}
            </Button>
          </Actions>
        </>
      )}
    </Card>
  );
}
