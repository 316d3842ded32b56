/** Shares the address of a page by the system's own dialog; where there is none, copies it. */
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../copy-text.ts';
import { t } from '../../i18n/text.tsx';
import './detail.css';

/** @param props.path of the page, below the origin */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);
  const url = new URL(path, window.location.origin).href;
  const share = async () => {
    setResult(null);
    if (typeof navigator.share === 'function') {
      // Whoever closes the system's dialog has shared nothing, which needs no message.
      await navigator.share({ title, url }).catch(() => undefined);
      return;
    }
    setResult(await copyText(url));
  };
  return (
    <>
      <Button onPress={() => void share()}>{t('institution.share')}</Button>
      <span className="institution-share-result" role="status">
        {result === 'copied' && t('institution.share.copied')}
        {result === 'failed' && t('institution.share.failed', { url })}
      </span>
    </>
  );
}
