/** An actor that a machine only promises; the edge, or a test, provides it. */
import { fromPromise } from 'xstate';

/** @throws when it is started, which is a bug of whoever runs the machine */
export const unprovided = <Output, Input>() =>
  fromPromise<Output, Input>(() => {
    throw new Error('This actor was not provided');
  });
