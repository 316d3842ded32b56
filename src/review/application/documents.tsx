/** Documents: their bytes are read with the session and shown from memory, so that no address leads to them. */
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { DocumentContent, DocumentType, ReviewedDocument } from '../../../domain/review-wire.ts';
import { Button } from '../../ui/Button.tsx';
import { wordsOfField } from '../fields.ts';
import { PageIcon } from '../icons.tsx';
import { useServices } from '../services.ts';
import { momentOf } from '../values.tsx';
import { useApplication } from './actor.tsx';

export function NewestDocument({ document: { type, contents } }: { document: ReviewedDocument }) {
  const [newest] = contents;
  return newest ? <DocumentView type={type} content={newest} /> : <NoDocument />;
}

export function NoDocument() {
  return (
    <span className="value-none">
      <FormattedMessage id="review.value.none" />
    </span>
  );
}

/** What a browser shows and does not run. */
const pictures: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];
const opened: readonly string[] = [...pictures, 'application/pdf'];

export function DocumentView({ type, content }: { type: DocumentType; content: DocumentContent }) {
  const intl = useIntl();
  const label = wordsOfField(`documents.${type}`)?.label;
  const name = label ? intl.formatMessage({ id: label }) : type;
  const { url, hasFailed, retry } = useContent(type, content);
  const isPicture = pictures.includes(content.content_type);
  const mayOpen = opened.includes(content.content_type);
  const about = intl.formatMessage(
    { id: 'review.document.about' },
    { name, moment: momentOf(content.uploaded_at), kilobytes: Math.max(1, Math.round(content.size / 1024)) },
  );
  return (
    <figure className="document">
      {hasFailed ? (
        <div className="document-frame" role="alert">
          <p>
            <FormattedMessage id="review.document.failed" />
          </p>
          <Button kind="quiet" onPress={retry}>
            <FormattedMessage id="app.tryAgain" />
          </Button>
        </div>
      ) : url === null ? (
        <div className="document-frame" role="status">
          <span className="unseen">
            <FormattedMessage id="review.document.loading" />
          </span>
        </div>
      ) : (
        <a
          className="document-frame"
          href={url}
          {...(mayOpen ? { target: '_blank', rel: 'noopener' } : { download: type })}
        >
          {isPicture ? (
            <img src={url} alt={intl.formatMessage({ id: 'review.document.open' }, { name })} />
          ) : (
            <span className="document-page">
              <PageIcon />
              <span>{content.content_type === 'application/pdf' ? 'PDF' : content.content_type}</span>
              <span className="document-open">
                <FormattedMessage id="review.document.open" values={{ name }} />
              </span>
            </span>
          )}
        </a>
      )}
      <figcaption className="soft">{about}</figcaption>
    </figure>
  );
}

/** A blob URL of the bytes for as long as they are shown. */
function useContent(type: DocumentType, { e_tag, content_type }: DocumentContent) {
  const { readDocument } = useServices();
  const { loan_id } = useApplication().loan;
  const [url, setUrl] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const reading = new AbortController();
    let made: string | null = null;
    setUrl(null);
    setFailed(false);
    void readDocument(loan_id, type, e_tag, reading.signal).then((outcome) => {
      if (reading.signal.aborted) return;
      if (outcome.kind !== 'decided') return setFailed(true);
      // Of what the server says it is, only what is safe to open keeps its name.
      const safe = opened.includes(content_type) ? content_type : 'application/octet-stream';
      made = URL.createObjectURL(new Blob([outcome.value], { type: safe }));
      setUrl(made);
    });
    return () => {
      reading.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [readDocument, loan_id, type, e_tag, content_type, round]);
  return { url, hasFailed, retry: () => setRound((before) => before + 1) };
}
