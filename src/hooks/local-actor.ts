/** A small machine of a component's own. What @xstate/react has for it weighs on the first screen, which needs none. */
import { useEffect, useState } from 'react';
import type { AnyActor } from 'xstate';

/** Runs from when the component stands until it goes; `make` is called once: `() => createActor(machine)`. */
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
