/** Shows an application on one screen: the applicant's data, the queries with their answers, and the timeline. */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { loanNumber } from '../../../domain/loan/loan-number.ts';
import { answeredQueries, isEmpty } from '../../../machines/desk/acts.ts';
import { isOutdated } from '../../../machines/desk/application.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Money } from '../../ui/money.tsx';
import { Badge } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { valueText } from '../../form/value-text.ts';
import { t } from '../../i18n/i18n.tsx';
import { LanguageName } from '../../i18n/language-name.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { queueAddress, applicationAddress } from '../links.ts';
import { useAddressId } from '../../shell/address-id.ts';
import { LoadFailure, NotFoundPage } from '../status-pages.tsx';
import { FactList } from '../fact-list.tsx';
import { useReasonMessages } from '../../data/reason-messages.ts';
import { Frame, useIsWide } from '../frame.tsx';
import { BackIcon } from '../icons.tsx';
import { ApplicationStage, LenderLoans, stagesWithLenders } from '../lender-loans/lender-loan.tsx';
import { ToggleGroup } from '../../ui/toggle-group.tsx';
import { useQueueState } from '../queue/actor.tsx';
import { DateTimeText } from '../values.tsx';
import { DeskProvider, useApplication, useDesk, useDeskState } from './actor.tsx';
import { Answers } from './answers.tsx';
import { ReviewBar, ReviewIssues } from './review-bar.tsx';
import { Dialogs } from './dialogs.tsx';
import { GivenDocuments, Sections } from './sections.tsx';
import { Summary } from './summary.tsx';
import { Timeline } from './timeline.tsx';
import { useNeighbours } from './next-link.tsx';
import { moveFocus, type Shortcut, Shortcuts } from '../shortcuts.tsx';
import { Key } from '../key.tsx';
import './application.css';

export function ApplicationScreen() {
  const loanId = useAddressId();
  return (
    <DeskProvider key={loanId} loanId={loanId}>
      <Screen loanId={loanId} />
    </DeskProvider>
  );
}

function Screen({ loanId }: { loanId: string }) {
  const desk = useDesk();
  const home = useQueueState(({ context }) => queueAddress(context.filters));
  const isMissing = useDeskState((now) => now.matches({ reading: 'notFound' }));
  const hasFailed = useDeskState((now) => now.matches({ reading: 'failed' }));
  const isLoaded = useDeskState(({ context }) => context.application !== null);
  if (isMissing) return <NotFoundPage />;
  return (
    <Frame
      title="review.application.tab"
      titleValues={{ id: loanId.slice(0, 8) }}
      heading={hasFailed && t('review.application.failed')}
      home={home}
      banner={isLoaded && <Banners />}
    >
      <div className="application-ways">
        <a href={home}>
          <BackIcon /> {t('review.toQueue')}
        </a>
        <NeighbourLinks />
        {isLoaded && <ApplicationShortcuts />}
      </div>
      {hasFailed ? (
        <LoadFailure
          help="review.application.failed.help"
          onRetry={() => desk.send({ type: 'retry.requested' })}
        />
      ) : isLoaded ? (
        <LoadedApplication />
      ) : (
        <Skeleton label={t('review.application.loading')} fields={5} />
      )}
    </Frame>
  );
}

function LoadedApplication() {
  const application = useApplication();
  // The messages are loaded by the time a reason is chosen.
  useReasonMessages(application.loan.language);
  const hasAnswers = answeredQueries(application).length > 0;
  const isWide = useIsWide();
  const isFolded = useIsFolded();
  const [wantsAll, setWantsAll] = useState(false);
  const showsAll = wantsAll || !hasAnswers;
  const attempt = useDeskState(({ context }) => context.attempt);
  const missingAt = useDeskState(({ context }) => context.issues[0]?.location.at);
  useEffect(() => {
    // The field with the issue must be shown before it can get the focus.
    if (attempt > 0 && missingAt) setWantsAll(missingAt === 'flag');
  }, [attempt, missingAt]);
  return (
    <>
      <Head />
      {hasAnswers && <Views showsAll={showsAll} onChoose={setWantsAll} />}
      {showsAll && !isFolded && <Summary />}
      <div className="application">
        <div className="application-main">
          <ReviewIssues />
          <LenderLoans />
          {showsAll ? <WholeApplication isFolded={isFolded} isWide={isWide} /> : <Answers />}
          <ReviewBar />
        </div>
        <aside className="application-aside">
          {showsAll && isWide && <GivenDocuments />}
          <Timeline />
        </aside>
      </div>
      <Dialogs />
    </>
  );
}

/** Says whether the application is folded: once there are lender loans and nothing can be flagged. */
function useIsFolded(): boolean {
  const { stage, can_ask } = useApplication();
  const hasFlags = useDeskState(({ context }) => !isEmpty(context.reviewDraft));
  return !can_ask && !hasFlags && stagesWithLenders.includes(stage);
}

/** Shows the application, collapsed below lender loans, and its documents, which are beside it on a wide screen. */
function WholeApplication({ isFolded, isWide }: { isFolded: boolean; isWide: boolean }) {
  const content = (
    <>
      {isFolded && <Summary />}
      {!isWide && <GivenDocuments />}
      <Sections />
    </>
  );
  if (!isFolded) return content;
  return <Disclosure title={t('review.view.all')}>{content}</Disclosure>;
}

/** Shows the applicant's name and the application's stage. */
function Head() {
  const intl = useIntl();
  const { loan, partner, submitted_at, submissions } = useApplication();
  const facts = (
    <FactList
      className="application-head-facts"
      facts={[
        ['review.head.number', loanNumber(loan.loan_id)],
        ['create.phone.label', valueText(intl, { kind: 'phone' }, loan.personal_details.mobile)],
        ['review.head.partner', partner.name],
        ['review.head.language', <LanguageName language={loan.language} />],
        [
          'review.head.submitted',
          submitted_at && <DateTimeText at={submitted_at} />,
          { count: submissions.length },
        ],
        ['review.head.loan', <span className="text-small">{loan.loan_id}</span>],
      ]}
    />
  );
  return (
    <div className="application-head">
      <div className="application-head-applicant">
        <h1 id="page-title" tabIndex={-1}>
          {loan.personal_details.name}
        </h1>
        <ApplicationStage />
        {loan.test && <Badge>{t('app.testLoan')}</Badge>}
        <p className="application-head-amount">
          {loan.el_details.order_value !== null && (
            <strong>
              <Money rupees={loan.el_details.order_value} />
            </strong>
          )}{' '}
          <span className="text-muted">{loan.el_details.institution_name}</span>
        </p>
      </div>
      {useIsWide() ? facts : <Disclosure title={t('review.details')}>{facts}</Disclosure>}
    </div>
  );
}

/** Switches between the answers, which are shown first, and the whole application. */
function Views({ showsAll, onChoose }: { showsAll: boolean; onChoose: (all: boolean) => void }) {
  const intl = useIntl();
  return (
    <ToggleGroup
      label={intl.formatMessage({ id: 'review.views' })}
      options={[
        { value: 'answers', name: t('review.view.answers') },
        { value: 'all', name: t('review.view.all') },
      ]}
      value={showsAll ? 'all' : 'answers'}
      onValue={(view) => onChoose(view === 'all')}
    />
  );
}

/** Shows who else is here, and whether what is shown is still the latest. */
function Banners() {
  const desk = useDesk();
  const names = useDeskState(({ context }) => context.viewers.map(({ name }) => name).join(', '));
  const count = useDeskState(({ context }) => context.viewers.length);
  const outdated = useDeskState(isOutdated);
  const isReading = useDeskState((now) => now.matches({ reading: 'refetching' }));
  const notRead = useDeskState((now) => now.matches({ reading: 'refetchFailed' }));
  const isStale = outdated || notRead;
  return (
    <div className="banners" role="status">
      {count > 0 && <Banner kind="notice" title={t('review.viewers', { names, count })} />}
      {isStale && (
        <Banner kind="notice" title={t(outdated ? 'review.outdated' : 'review.notReadAgain')}>
          <p>{t(outdated ? 'review.outdated.help' : 'review.notReadAgain.help')}</p>
          <p>
            <Button busy={isReading} onPress={() => desk.send({ type: 'latest.requested' })}>
              {t('review.outdated.show')}
            </Button>
          </p>
        </Banner>
      )}
    </div>
  );
}

/** A field has one control that the keys stop at: its flag, or the first decision about its answer. */
const stops = '[data-shortcut="flag"], [data-shortcut="accept"]';

const fieldOf = (element: Element | null) => element?.closest('[data-shortcut-field]') ?? null;

const pressInFocusedField = (name: string): void =>
  fieldOf(document.activeElement)?.querySelector<HTMLElement>(`[data-shortcut="${name}"]`)?.click();

/** The keys of an application: from field to field, flag, decide, send back, and on to the next application. */
function ApplicationShortcuts() {
  const desk = useDesk();
  const { history } = useRouter();
  const { can_ask: canAsk } = useApplication();
  const { previous, next } = useNeighbours();
  const open = (loanId: string | null) => {
    if (loanId !== null) history.push(applicationAddress(loanId));
  };
  const shortcuts: readonly Shortcut[] = [
    { key: 'j', help: 'review.keys.next', named: canAsk, act: () => moveFocus(1, stops, fieldOf) },
    { key: 'k', help: 'review.keys.previous', act: () => moveFocus(-1, stops, fieldOf) },
    { key: 'f', help: 'review.keys.flag', named: canAsk, act: () => pressInFocusedField('flag') },
    { key: 'a', help: 'review.keys.accept', act: () => pressInFocusedField('accept') },
    { key: 'r', help: 'review.keys.askAgain', act: () => pressInFocusedField('askAgain') },
    {
      key: 's',
      help: 'review.keys.send',
      act: () => {
        if (!isEmpty(desk.getSnapshot().context.reviewDraft)) desk.send({ type: 'preview.requested' });
      },
    },
    { key: 'n', help: 'review.application.next', act: () => open(next) },
    { key: 'p', help: 'review.application.previous', act: () => open(previous) },
  ];
  return <Shortcuts shortcuts={shortcuts} />;
}

function NeighbourLinks() {
  const { previous, next } = useNeighbours();
  return (
    <>
      {previous !== null && (
        <a href={applicationAddress(previous)}>
          {t('review.application.previous')} <Key name="P" />
        </a>
      )}
      {next !== null && (
        <a href={applicationAddress(next)}>
          {t('review.application.next')} <Key name="N" />
        </a>
      )}
    </>
  );
}
