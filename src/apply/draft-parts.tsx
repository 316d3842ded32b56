/** What a step shows of its draft: where it is kept, and the choice when another tab has kept something else. */
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../../locales/index.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { SavedMark } from '../ui/SavedMark.tsx';
import type { Draft, DraftMark as Mark } from './draft.tsx';

const marks = {
  none: { state: 'idle', words: null },
  saving: { state: 'saving', words: 'app.draft.saving' },
  saved: { state: 'saved', words: 'app.draft.saved' },
  kept: { state: 'kept', words: 'app.draft.kept' },
} as const satisfies Record<Mark, { state: string; words: MessageId | null }>;

export function DraftMark({ draft }: { draft: Pick<Draft<unknown>, 'mark'> }) {
  const { state, words } = marks[draft.mark];
  return <SavedMark state={state}>{words && <FormattedMessage id={words} />}</SavedMark>;
}

/** One of the two is overwritten, so the person must say which; Escape says nothing and leaves the question. */
export function DraftConflict({ draft: { conflict } }: { draft: Pick<Draft<unknown>, 'conflict'> }) {
  if (!conflict) return null;
  return (
    <Dialog
      role="alertdialog"
      title={<FormattedMessage id="app.draft.conflict" />}
      onCancel={() => undefined}
      actions={
        <>
          <Button onPress={conflict.takeTheirs}>
            <FormattedMessage id="app.draft.conflict.theirs" />
          </Button>
          <Button kind="primary" onPress={conflict.keepMine}>
            <FormattedMessage id="app.draft.conflict.mine" />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id="app.draft.conflict.help" />
      </p>
    </Dialog>
  );
}
