/** A picture of a document, large: it can be zoomed and turned. */
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { t } from '../../i18n/text.tsx';
import './viewer.css';

interface DocumentViewerProps {
  /** A blob URL. */
  url: string;
  name: string;
  onClose: () => void;
}

const zoomLevels = [1, 1.5, 2, 3, 4] as const;
const quarterTurn = 90;

export function DocumentViewer({ url, name, onClose }: DocumentViewerProps) {
  const intl = useIntl();
  const [level, setLevel] = useState(0);
  const [degrees, setDegrees] = useState(0);
  const zoom = zoomLevels[level] ?? 1;
  return (
    <Dialog
      wide
      title={name}
      close={intl.formatMessage({ id: 'review.viewer.close' })}
      onCancel={onClose}
      actions={
        <>
          <Button disabled={level === 0} onPress={() => setLevel(level - 1)}>
            {t('review.viewer.zoomOut')}
          </Button>
          <Button disabled={level === zoomLevels.length - 1} onPress={() => setLevel(level + 1)}>
            {t('review.viewer.zoomIn')}
          </Button>
          <Button onPress={() => setDegrees(degrees + quarterTurn)}>{t('review.viewer.rotate')}</Button>
        </>
      }
    >
      <div
        className="viewer"
        role="group"
        aria-label={intl.formatMessage({ id: 'review.viewer.picture' }, { name })}
        // The keyboard scrolls what is focused.
        tabIndex={0}
      >
        <div className="viewer-sheet" style={{ width: `${zoom * 100}%` }}>
          <img src={url} alt={name} style={{ rotate: `${degrees}deg` }} />
        </div>
      </div>
      <p>
        <a href={url} target="_blank" rel="noopener">
          {t('review.viewer.newTab')}
        </a>
      </p>
    </Dialog>
  );
}
