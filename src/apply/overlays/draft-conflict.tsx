/** The choice where another tab or device has kept something else of the same step. */
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { t } from '../../i18n/i18n.tsx';

/** The ways to solve the conflict. */
export interface DraftChoice {
  keepLocalDraft: () => void;
  acceptServerDraft: () => void;
}

/** Lets the person choose a draft, since the other one is overwritten. */
export function DraftConflict({ conflict }: { conflict: DraftChoice | null }) {
  if (!conflict) return null;
  return (
    <Dialog
      role="alertdialog"
      title={t('app.draft.conflict')}
      onCancel={null}
      actions={
        <>
          <Button wide onPress={conflict.acceptServerDraft}>
            {t('app.draft.conflict.theirs')}
          </Button>
          <Button wide kind="primary" onPress={conflict.keepLocalDraft}>
            {t('app.draft.conflict.mine')}
          </Button>
        </>
      }
    >
      <p>{t('app.draft.conflict.help')}</p>
    </Dialog>
  );
}
