import { afterEach, describe, expect, it } from 'vitest';
import { simulatedPlatform } from '../../tests/support/simulated-platform.ts';
import { installPlatform } from './platform.ts';
import { createSignal } from './signal.ts';
import { sleep, withTimeout } from './timers.ts';

let uninstall = () => {};
afterEach(() => uninstall());

function installed() {
  const platform = simulatedPlatform(1);
  uninstall = installPlatform(platform);
  return platform;
}

describe('sleep', () => {
  it('ends after its time, and not before', async () => {
    const platform = installed();
    let isOver = false;
    void sleep(1000).then(() => (isOver = true));
    await platform.advance(999);
    expect(isOver).toBe(false);
    await platform.advance(1);
    expect(isOver).toBe(true);
  });

  it('rejects when its signal is aborted, before or meanwhile, and leaves no timer', async () => {
    const platform = installed();
    await expect(sleep(1000, { signal: AbortSignal.abort() })).rejects.toThrow();
    const controller = new AbortController();
    const asleep = sleep(1000, { signal: controller.signal });
    controller.abort();
    await expect(asleep).rejects.toThrow();
    expect(platform.timers).toBe(0);
  });
});

describe('withTimeout', () => {
  const untilAborted = (signal: AbortSignal) =>
    new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('aborted')));

  it('aborts the work after its time', async () => {
    const platform = installed();
    const ended = withTimeout(1000, untilAborted);
    await platform.advance(1000);
    expect(await ended).toBe('aborted');
  });

  it('aborts the work with the signal, and leaves no timer after its end', async () => {
    const platform = installed();
    const controller = new AbortController();
    const ended = withTimeout(1000, untilAborted, controller.signal);
    controller.abort();
    expect(await ended).toBe('aborted');
    expect(platform.timers).toBe(0);
  });
});

it('a signal that nobody gives ends its wait after the time', async () => {
  const platform = installed();
  const order: string[] = [];
  void createSignal()
    .wait(50)
    .then(() => order.push('signal'));
  void sleep(40).then(() => order.push('sleep'));
  await platform.advance(50);
  expect(order).toEqual(['sleep', 'signal']);
});
