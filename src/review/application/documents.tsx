/** Shows documents: bytes are fetched when they become visible and shown from memory, so no address is kept. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useIntl } from 'react-intl';
import type { ReviewedDocument, DocumentContent, DocumentType } from '../../../domain/values/wire.ts';
import { documentLabels } from '../../../domain/forms/fields/loan.ts';
import type { MessageId } from '../../../locales/index.ts';
import { proofMessages } from '../../documents/message-ids.ts';
import { useObjectUrl } from '../../hooks/object-url.ts';
import { useApiQuery, useQuery } from '../../data/query.tsx';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/moment-text.ts';
import { t } from '../../i18n/i18n.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PageIcon } from '../icons.tsx';
import { useServices } from '../services.ts';
import { NoValue } from '../values.tsx';
import { useApplication } from './actor.tsx';
import './documents.css';

export function NewestDocument({ document: { type, contents } }: { document: ReviewedDocument }) {
  const [newest] = contents;
  return newest ? <DocumentContentFigure type={type} content={newest} /> : <NoValue />;
}

/** A browser shows these itself. */
const pictures: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

/** A document cannot be opened before the scan has accepted it. */
const scanMessages: Partial<Record<DocumentContent['scan'], MessageId>> = {
  waiting: 'review.document.waiting',
  refused: 'review.document.refused',
};

export function DocumentContentFigure({ type, content }: { type: DocumentType; content: DocumentContent }) {
  const intl = useIntl();
  const name = intl.formatMessage({ id: documentLabels[type] });
  const caption = intl.formatMessage(
    { id: 'review.document.about' },
    {
      moment: formatMoment(intl, content.uploaded_at),
      kilobytes: Math.max(1, Math.round(content.size / 1024)),
    },
  );
  const scanMessage = scanMessages[content.scan];
  return (
    <figure className="review-document">
      {scanMessage ? (
        <p className="document-frame">{t(scanMessage)}</p>
      ) : (
        <Frame type={type} content={content} name={name} />
      )}
      <figcaption className="text-muted">
        {content.scan === 'not_scanned' && <p>{t('review.document.notScanned')}</p>}
        {content.proof && (
          <>
            {t(proofMessages[content.proof])}
            {' · '}
          </>
        )}
        {caption}
      </figcaption>
    </figure>
  );
}

function Frame({ type, content, name }: { type: DocumentType; content: DocumentContent; name: string }) {
  const intl = useIntl();
  const box = useRef<HTMLDivElement>(null);
  const { data, isError, refetch } = useContent(type, content, useIsNearViewport(box));
  const url = useObjectUrl(data);
  const [isViewed, setViewed] = useState(false);
  const isPicture = pictures.includes(content.content_type);
  if (isError)
    return (
      <div className="document-frame" role="alert">
        <p>{t('review.document.failed')}</p>
        <Button kind="quiet" onPress={() => void refetch()}>
          {t('app.tryAgain')}
        </Button>
      </div>
    );
  if (!url)
    return (
      <div className="document-frame" role="status" ref={box}>
        <span className="visually-hidden">{t('review.document.loading')}</span>
      </div>
    );
  if (isPicture)
    return (
      <>
        <button type="button" className="document-frame" onClick={() => setViewed(true)}>
          <img src={url} alt={intl.formatMessage({ id: 'review.document.open' }, { name })} />
        </button>
        {isViewed && <DocumentViewer url={url} name={name} onClose={() => setViewed(false)} />}
      </>
    );
  return (
    <>
      <a className="document-frame" href={url} target="_blank" rel="noopener">
        <span className="document-page">
          <PageIcon />
          <span>{content.content_type === 'application/pdf' ? 'PDF' : content.content_type}</span>
          <span className="document-open">{t('review.document.open', { name })}</span>
        </span>
      </a>
      {content.has_password && <DocumentPassword type={type} content={content} />}
    </>
  );
}

/** Returns true once the element has been near the window. */
function useIsNearViewport(box: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!box.current || isNear) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '200px' },
    );
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [box, isNear]);
  return isNear;
}

/** Shows the password, which is fetched on request, as each access is recorded, and cleared when it is hidden. */
function DocumentPassword({ type, content: { e_tag } }: { type: DocumentType; content: DocumentContent }) {
  const { loan_id } = useApplication().loan;
  const [isRequested, setRequested] = useState(false);
  const { data, isLoading, isError, refetch } = useApiQuery(
    'showDocumentPassword',
    isRequested ? { path: { id: loan_id, document_type: type, e_tag } } : null,
  );
  if (isError)
    return (
      <p className="document-password" role="alert">
        {t('review.document.password.failed')}{' '}
        <Button kind="quiet" onPress={() => void refetch()}>
          {t('app.tryAgain')}
        </Button>
      </p>
    );
  return (
    <p className="document-password" role="status">
      {data &&
        (data.password === null ? (
          t('review.document.password.unreadable')
        ) : (
          <>
            {t('review.document.password')} <code>{data.password}</code>
          </>
        ))}
      <Button kind="quiet" busy={isLoading} onPress={() => setRequested(!isRequested)}>
        {t(isRequested ? 'review.document.password.hide' : 'review.document.password.show')}
      </Button>
    </p>
  );
}

/** Reads the document's bytes once it is near the window. */
function useContent(type: DocumentType, { e_tag }: DocumentContent, isNear: boolean) {
  const { call, fetchBlob } = useServices();
  const { loan_id } = useApplication().loan;
  return useQuery({
    queryKey: ['addressOfContent', loan_id, type, e_tag],
    queryFn: async ({ signal }) => {
      const path = { id: loan_id, document_type: type, e_tag };
      const signed = await call('addressOfContent', { path }, { signal });
      return signed.kind === 'ok' ? fetchBlob(signed.value.address, signal) : signed;
    },
    enabled: isNear,
  });
}

interface DocumentViewerProps {
  /** A blob URL. */
  url: string;
  name: string;
  onClose: () => void;
}

const zoomLevels = [1, 1.5, 2, 3, 4] as const;
const quarterTurn = 90;

/** A picture of a document, large: it can be zoomed and turned. */
function DocumentViewer({ url, name, onClose }: DocumentViewerProps) {
  const intl = useIntl();
  const [level, setLevel] = useState(0);
  const [degrees, setDegrees] = useState(0);
  const stage = useRef<HTMLDivElement>(null);
  const zoom = zoomLevels[level] ?? 1;
  /** Keeps the point in the middle of the stage. */
  const zoomTo = (next: number) => {
    const box = stage.current;
    if (!box) return;
    const x = (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth;
    const y = (box.scrollTop + box.clientHeight / 2) / box.scrollHeight;
    flushSync(() => setLevel(next));
    box.scrollLeft = x * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = y * box.scrollHeight - box.clientHeight / 2;
  };
  return (
    <Dialog
      wide
      title={name}
      close={intl.formatMessage({ id: 'review.viewer.close' })}
      onCancel={onClose}
      actions={
        <>
          <Button disabled={level === 0} onPress={() => zoomTo(level - 1)}>
            {t('review.viewer.zoomOut')}
          </Button>
          <Button disabled={level === zoomLevels.length - 1} onPress={() => zoomTo(level + 1)}>
            {t('review.viewer.zoomIn')}
          </Button>
          <Button onPress={() => setDegrees(degrees + quarterTurn)}>{t('review.viewer.rotate')}</Button>
        </>
      }
    >
      <div
        ref={stage}
        className="viewer"
        role="group"
        aria-label={intl.formatMessage({ id: 'review.viewer.picture' }, { name })}
        // The keyboard scrolls what is focused.
        tabIndex={0}
      >
        <img src={url} alt={name} style={{ width: `${zoom * 100}%`, rotate: `${degrees}deg` }} />
      </div>
      <p>
        <a href={url} target="_blank" rel="noopener">
          {t('review.viewer.newTab')}
        </a>
      </p>
    </Dialog>
  );
}
