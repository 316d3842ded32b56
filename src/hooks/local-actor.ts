/** An actor owned by one component. Unlike `useActorRef`, it calls the factory once. */
import { useEffect, useState } from 'react';
import type { AnyActor } from 'xstate';

/** Starts the actor on mount and stops it on unmount. `make` is called once: `() => createActor(machine)`. */
export function useLocalActor<Child extends AnyActor>(make: () => Child): Child {
  const [actor] = useState(make);
  useEffect(() => {
    actor.start();
    return () => {
      actor.stop();
    };
  }, [actor]);
  return actor;
}
