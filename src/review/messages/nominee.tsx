/** The nominee of a customer, read only where somebody presses for it, because each reading is recorded. */
import { useEffect, useRef, useState } from 'react';
import { Loaded } from '../../data/loaded.tsx';
import { useApiQuery } from '../../data/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useServices } from '../services.ts';
import { loadFailure } from '../status-pages.tsx';
import { t } from '../../i18n/text.tsx';

export function NomineeCard({ conversationId }: { conversationId: string }) {
  const { call } = useServices();
  const [isShown, setShown] = useState(false);
  const path = { conversation_id: conversationId };
  const read = useApiQuery(call, 'readNomineeOfCustomer', isShown ? { path } : null);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (isShown) content.current?.focus();
  }, [isShown]);
  return (
    <Card title={t('review.nominee.title')}>
      <p>{t('review.nominee.help')}</p>
      {isShown ? (
        <div className="stack" ref={content} tabIndex={-1}>
          <Loaded
            query={read}
            pending={<Skeleton label={t('review.conversations.loading')} fields={1} />}
            failed={loadFailure('review.nominee.failed')}
          >
            {(nominee) =>
              nominee ? (
                <Facts
                  facts={[
                    {
                      id: 'name',
                      name: t('review.nominee.relation', { relation: nominee.relation }),
                      value: nominee.name,
                    },
                    { id: 'mobile', name: t('review.conversation.mobile'), value: nominee.mobile },
                  ]}
                />
              ) : (
                <p>{t('review.nominee.none')}</p>
              )
            }
          </Loaded>
        </div>
      ) : (
        <div>
          <Button onPress={() => setShown(true)}>{t('review.nominee.show')}</Button>
        </div>
      )}
    </Card>
  );
}
