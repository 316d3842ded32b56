/** The pieces of src/ui that say something: notices, marks, messages, and what lies over the page. */
import type { ComponentType } from 'react';
import { Banner } from '../../src/ui/banner.tsx';
import { Actions, Button } from '../../src/ui/button.tsx';
import { ConfirmDialog } from '../../src/ui/confirm-dialog.tsx';
import { Dialog } from '../../src/ui/dialog.tsx';
import { ErrorSummary } from '../../src/ui/error-summary.tsx';
import { ListSkeleton, Skeleton } from '../../src/ui/skeleton.tsx';
import { LoadingOverlay } from '../../src/ui/loading-overlay.tsx';
import { MessageList } from '../../src/ui/message-list.tsx';
import { Badge } from '../../src/ui/page.tsx';
import { type SaveState, SaveStatus } from '../../src/ui/save-status.tsx';
import { Toast } from '../../src/ui/toast.tsx';
import { Over, words } from './support.tsx';

const saveStates: readonly SaveState[] = ['none', 'saving', 'saved', 'kept', 'refused'];

export const noticePieces: Readonly<Record<string, ComponentType>> = {
  Badge: () => <Badge>{words('app.testLoan')}</Badge>,
  Banner: () => (
    <>
      <Banner kind="offline" title={words('app.offline.title')}>
        {words('app.offline.help')}
      </Banner>
      <Banner kind="notice" title={words('app.notFound.title')} />
      <Banner kind="done" title={words('app.notFound.title')} />
    </>
  ),
  ErrorSummary: () => (
    <ErrorSummary
      attempt={0}
      title={words('create.form')}
      items={[
        { id: 'text-wrong', message: words('create.error.name.required') },
        { id: 'text-empty', message: words('create.error.phone.invalid') },
      ]}
    />
  ),
  SaveStatus: () =>
    saveStates.map((state) => (
      <SaveStatus key={state} state={state}>
        {words('app.draft.saved')}
      </SaveStatus>
    )),
  MessageList: () => (
    <MessageList
      messages={[
        {
          id: '1',
          author: 'Meena Raman',
          at: '2026-06-01T09:00:00Z',
          time: '14:30',
          text: 'When is the fee paid?',
          isOwn: true,
        },
        {
          id: '2',
          author: 'Feepath',
          at: '2026-06-01T10:00:00Z',
          time: '15:30',
          text: 'Tomorrow.',
          isOwn: false,
        },
      ]}
    />
  ),
  'Skeleton and ListSkeleton': () => (
    <>
      <Skeleton label={words('app.loading')} />
      <ListSkeleton label={words('app.loading')} shape="rows" count={3} />
      <ListSkeleton label={words('app.loading')} shape="cards" count={2} />
    </>
  ),
  'Dialog, ConfirmDialog, LoadingOverlay and Toast': () => (
    <Actions>
      <Over name="Dialog">
        {(close) => (
          <Dialog
            title={words('student.add.title')}
            onCancel={close}
            close="Close"
            actions={<Button onPress={close}>{words('common.ok')}</Button>}
          >
            {words('student.add.text')}
          </Dialog>
        )}
      </Over>
      <Over name="ConfirmDialog">
        {(close) => (
          <ConfirmDialog
            title={words('student.delete.confirm')}
            cancel={words('student.cancel')}
            confirm={words('student.delete.confirm')}
            danger
            onConfirm={close}
            onCancel={close}
          />
        )}
      </Over>
      <Over name="LoadingOverlay, two seconds">
        {(close) => (
          <>
            <LoadingOverlay announce={words('app.loading')} />
            <Toast forMs={2000} onDone={close}>
              {words('app.loading')}
            </Toast>
          </>
        )}
      </Over>
      <Over name="Toast">
        {(close) => (
          <Toast forMs={5000} onDone={close}>
            {words('app.draft.saved')}
          </Toast>
        )}
      </Over>
    </Actions>
  ),
};
