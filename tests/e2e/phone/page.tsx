/** The functions that tests/e2e/phone.test.ts calls in the page: the app's code of documents. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createPendingUploadStore } from '../../../src/documents/pending-upload-store.ts';
import { prepareFile, type FileRules } from '../../../src/documents/prepare.ts';
import { RedactionEditor } from '../../../src/documents/redaction-editor.tsx';
import { loadMessages, MessagesProvider } from '../../../src/i18n/i18n.tsx';
import { blackness, lookAt, paint, type Wish, withExif } from './pictures.ts';

/** Returns the visible result of preparing a file, or the reason why it is refused. */
async function prepared(content: Blob, rule: Partial<FileRules> = {}, name = 'photo.jpg') {
  const file = new File([content], name, { type: 'image/jpeg' });
  const made = await prepareFile(file, { maxBytes: 5_242_880, takesPassword: false, ...rule });
  if (made.kind === 'invalidFile') return made.reason;
  const { blob, isPicture, isLocked } = made;
  const { type, size } = blob;
  const isSame = size === content.size && (await blob.text()) === (await content.text());
  return { type, size, isPicture, isLocked, isSame, ...(isPicture && (await lookAt(blob))) };
}

let answer: Promise<Blob | 'skipped' | 'cancelled'> | undefined;

/** Shows the blackout over the page; `answered` tells how it ended. */
async function showRedact(picture: Blob): Promise<void> {
  await loadMessages('document');
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  answer = new Promise<Blob | 'skipped' | 'cancelled'>((resolve) =>
    root.render(
      <StrictMode>
        <MessagesProvider>
          <RedactionEditor
            picture={picture}
            onDone={resolve}
            onSkip={() => resolve('skipped')}
            onCancel={() => resolve('cancelled')}
          />
        </MessagesProvider>
      </StrictMode>,
    ),
  ).finally(() => root.unmount());
}

async function answered(): Promise<Blob | 'skipped' | 'cancelled'> {
  if (!answer) throw new Error('Nothing was asked');
  return answer;
}

const phone = {
  prepared,
  showRedact,
  answered,
  createPendingUploadStore,
  paint: (wish: Wish) => paint(wish),
  withExif,
  lookAt,
  blackness,
};

declare global {
  var phone: PagePhone;
}

export type PagePhone = typeof phone;

globalThis.phone = phone;
