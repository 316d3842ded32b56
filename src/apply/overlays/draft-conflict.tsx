/** The choice where another tab or device has kept something else of the same step. */
import { FormattedMessage } from 'react-intl';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** What can be done about it. */
export interface DraftChoice {
  keepLocalDraft: () => void;
  acceptServerDraft: () => void;
}

/** One of the two is overwritten, so the person must choose; Escape does not close the dialog. */
export function DraftConflict({ conflict }: { conflict: DraftChoice | null }) {
  if (!conflict) return null;
  return (
    <Dialog
      role="alertdialog"
      title={<FormattedMessage id="app.draft.conflict" />}
      onCancel={() => undefined}
      actions={
        <>
          <Button wide onPress={conflict.acceptServerDraft}>
            <FormattedMessage id="app.draft.conflict.theirs" />
          </Button>
          <Button wide kind="primary" onPress={conflict.keepLocalDraft}>
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
