/** The running queue. It is above the screens, so that a reviewer who comes back finds it as it was. */
import { useRouter } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { queueMachine } from '../../../machines/desk/queue.ts';
import { actorOptions } from '../../hooks/actor-options.ts';
import { parseQueueFilters, isQueueAddress } from '../links.ts';
import { trackReviewerActivity } from '../idle-timer.ts';
import { useServices } from '../services.ts';

export type Queue = ActorRefFrom<typeof queueMachine>;
export type QueueSnapshot = SnapshotFrom<typeof queueMachine>;

/** The queue; null if no reviewer is signed in. */
export const QueueContext = createContext<Queue | null>(null);

export function useQueueActor(): Queue {
  const queue = useContext(QueueContext);
  if (!queue) throw new Error('No QueueProvider');
  return queue;
}

export const useQueueState = <T,>(selector: (now: QueueSnapshot) => T): T =>
  useSelector(useQueueActor(), selector);

/** The address owns the filters: the queue gets each change of it. While another screen is shown, it does not search. */
export function QueueProvider({ children }: { children: ReactNode }) {
  const { history } = useRouter();
  const queue = useActorRef(useServices().queue, {
    input: { filters: parseQueueFilters(history.location.search) },
    ...actorOptions,
  });
  useEffect(() => {
    let isActive = true;
    const follow = () => {
      const { pathname, search } = history.location;
      if (!isActive || !isQueueAddress(pathname)) return queue.send({ type: 'queue.closed' });
      queue.send({ type: 'filters.chosen', filters: parseQueueFilters(search) });
      queue.send({ type: 'queue.opened' });
    };
    follow();
    const stopFollowing = history.subscribe(follow);
    const stopWatching = trackReviewerActivity(({ type }) => {
      isActive = type === 'reviewer.returned';
      follow();
    });
    return () => {
      stopFollowing();
      stopWatching();
    };
  }, [history, queue]);
  return <QueueContext value={queue}>{children}</QueueContext>;
}
