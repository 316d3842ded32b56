/** The dialogs of the application: the preview, the result of sending, and the push to the lender. */
import type { ReactNode } from 'react';
import { documentLabels } from '../../../domain/forms/fields/loan.ts';
import { verdictOf } from '../../../domain/lending/lender.ts';
import { limits } from '../../../domain/values/limits.ts';
import type { TimelineEntry } from '../../../domain/values/wire.ts';
import { answeredQueries, isEmpty } from '../../../machines/desk/acts.ts';
import type { DeskAlert, DeskSnapshot } from '../../../machines/desk/application.ts';
import { RefusalMessage } from '../../form/refusal-message.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Alert, Dialog, ConfirmDialog } from '../../ui/dialog.tsx';
import { LoadingOverlay } from '../../ui/loading-overlay.tsx';
import { formatRupees } from '../../ui/money.tsx';
import { Toast } from '../../ui/toast.tsx';
import { useApplication, useDesk, useDeskState } from './actor.tsx';
import { NextLink } from './next-link.tsx';
import { ReviewPreview } from './preview.tsx';
import { statusMessages } from '../message-ids.ts';
import { t } from '../../i18n/i18n.tsx';
import { TimelineEntries } from './timeline.tsx';
import './dialogs.css';

export function Dialogs() {
  const layer = useDeskState(layerOf);
  return (
    <>
      {layer}
      <SentToast />
    </>
  );
}

const layers = {
  reviewing: {
    previewing: <ReviewPreview busy={false} />,
    sending: <ReviewPreview busy />,
    refetching: <ReviewPreview busy />,
    sendFailed: <SendFailed />,
    conflict: <ReviewConflict />,
  },
  pushing: {
    confirming: <PushConfirm />,
    refetching: <Pushing />,
    pushing: <Pushing />,
    answered: <PushAnswered />,
    failed: <PushFailed />,
    notPushable: <NotPushable />,
  },
};

function layerOf({ value: { acting } }: DeskSnapshot): ReactNode {
  if (acting === 'idle') return null;
  return 'reviewing' in acting ? layers.reviewing[acting.reviewing] : layers.pushing[acting.pushing];
}

/** Shows the reason of a failure, in the server's words if it states one. */
function AlertMessage({ alert }: { alert: DeskAlert }) {
  return alert.kind === 'refused'
    ? t('review.error.refused', { message: <RefusalMessage refusal={alert} /> })
    : t('review.error.noResponse');
}

function SendFailed() {
  const desk = useDesk();
  const alert = useDeskState(({ context }) => context.alert);
  return (
    <Alert
      message={t('review.notSent')}
      action={{ label: t('review.push.close'), onPress: () => desk.send({ type: 'alert.dismissed' }) }}
      remedy={{ label: t('review.notSent.again'), onPress: () => desk.send({ type: 'review.confirmed' }) }}
    >
      {alert && (
        <p>
          <AlertMessage alert={alert} />
        </p>
      )}
      <p>{t('review.notSent.help')}</p>
    </Alert>
  );
}

/** Says that another reviewer has changed the application. The flags of this one are kept. */
function ReviewConflict() {
  const desk = useDesk();
  const newEntries = useDeskState(({ context }) => context.newEntries);
  const reviewDraft = useDeskState(({ context }) => context.reviewDraft);
  return (
    <ConflictDialog entries={newEntries} onClose={() => desk.send({ type: 'conflict.acknowledged' })}>
      {t(isEmpty(reviewDraft) ? 'review.conflict.none' : 'review.conflict.help')}
    </ConflictDialog>
  );
}

/** Tells the reviewer that the application has changed since the action was prepared. */
function ConflictDialog(props: {
  entries: readonly TimelineEntry[];
  onClose: () => void;
  children: ReactNode;
}) {
  const { entries, onClose, children } = props;
  return (
    <Alert message={t('review.conflict')} action={{ label: t('review.conflict.look'), onPress: onClose }}>
      <p>{children}</p>
      {entries.length > 0 && (
        <div className="new-entries">
          <TimelineEntries entries={entries} />
        </div>
      )}
    </Alert>
  );
}

function SentToast() {
  const desk = useDesk();
  const sentCounts = useDeskState(({ context }) => context.sentCounts);
  if (!sentCounts) return null;
  const asked = sentCounts.flags + sentCounts.askedAgain;
  return (
    <Toast forMs={limits.toastMs} onDone={() => desk.send({ type: 'sentCounts.shown' })}>
      {t(asked > 0 ? 'review.sent.back' : 'review.sent.accepted', {
        count: asked > 0 ? asked : sentCounts.accepted + sentCounts.withdrawn,
      })}
    </Toast>
  );
}

function PushConfirm() {
  const desk = useDesk();
  const application = useApplication();
  const { loan, documents, missing_documents: missing } = application;
  const notGiven = documents.filter(({ contents }) => contents.length === 0).length;
  const unaccepted = answeredQueries(application).length;
  return (
    <ConfirmDialog
      title={t('review.push.title', {
        name: loan.personal_details.name,
        amount: formatRupees(loan.el_details.order_value ?? 0),
      })}
      cancel={t('review.push.cancel')}
      confirm={t('review.push.confirm', { missing: missing.length })}
      danger={missing.length > 0}
      onConfirm={() => desk.send({ type: 'push.confirmed' })}
      onCancel={() => desk.send({ type: 'push.closed' })}
    >
      <p>{t('review.push.help')}</p>
      {unaccepted > 0 && <Banner kind="notice" title={t('review.push.unaccepted', { count: unaccepted })} />}
      {missing.length > 0 && (
        <Banner kind="notice" title={t('review.push.missing', { missing: missing.length })}>
          <ul className="text-small">
            {missing.map((type) => (
              <li key={type}>{t(documentLabels[type])}</li>
            ))}
          </ul>
          <p className="text-small">{t('review.push.missing.help', { all: notGiven })}</p>
        </Banner>
      )}
    </ConfirmDialog>
  );
}

function Pushing() {
  return <LoadingOverlay announce={t('review.push.waiting')} />;
}

function PushAnswered() {
  const desk = useDesk();
  const result = useDeskState(({ context }) => context.result);
  if (!result) return null;
  const close = () => desk.send({ type: 'push.closed' });
  return (
    <Dialog
      title={t('review.push.answered')}
      onCancel={close}
      actions={
        <>
          <Button onPress={close}>{t('review.push.close')}</Button>
          <NextLink />
        </>
      }
    >
      <p className="push-result" data-verdict={verdictOf(result)}>
        {t(statusMessages[verdictOf(result)])}
      </p>
      {result.status_message && <p>{result.status_message}</p>}
    </Dialog>
  );
}

function PushFailed() {
  const desk = useDesk();
  const alert = useDeskState(({ context }) => context.alert);
  const canRetry = useDeskState(({ context }) => context.application?.can_push === true);
  const close = () => desk.send({ type: 'push.closed' });
  return (
    <Dialog
      role="alertdialog"
      title={t(alert?.kind === 'gatewayTimedOut' ? 'review.push.silent' : 'review.push.failed')}
      onCancel={close}
      actions={
        <>
          <Button onPress={close}>{t('review.push.close')}</Button>
          {canRetry && (
            <Button kind="primary" onPress={() => desk.send({ type: 'push.confirmed' })}>
              {t('review.push.again')}
            </Button>
          )}
        </>
      }
    >
      {alert && alert.kind !== 'gatewayTimedOut' && (
        <p>
          <AlertMessage alert={alert} />
        </p>
      )}
      {canRetry && <p>{t('review.push.safe')}</p>}
    </Dialog>
  );
}

/** It may not be pushed any more: shows what was done last. */
function NotPushable() {
  const desk = useDesk();
  const timeline = useDeskState(({ context }) => context.timeline) ?? [];
  const latest = timeline.filter(({ act }) => !act.startsWith('message.') && act !== 'note.added').slice(-2);
  return (
    <ConflictDialog entries={latest} onClose={() => desk.send({ type: 'push.closed' })}>
      {t('review.conflict.none')}
    </ConflictDialog>
  );
}
