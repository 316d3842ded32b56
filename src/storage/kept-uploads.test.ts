import { expect, it } from 'vitest';
import { openKeptUploads } from './kept-uploads.ts';
import { clockAt, keeper } from './testing.ts';

const upload = { id: 'u1', size: 12, contentType: 'application/pdf', note: '{}' };
const day = 24 * 60 * 60_000;

it('remembers an upload for another page, and forgets it when told to', () => {
  const device = keeper();
  const { now } = clockAt('2026-07-20T06:30:00Z');
  const uploads = openKeptUploads(device, now);
  uploads.of('private/a').keep(upload);
  uploads.of('private/b').keep({ ...upload, id: 'u2' });
  const reloaded = openKeptUploads(device, now);
  expect(reloaded.of('private/a').get()).toMatchObject(upload);
  reloaded.of('private/a').forget();
  expect(uploads.of('private/a').get()).toBeNull();
  expect(uploads.of('private/b').get()).toMatchObject({ id: 'u2' });
});

it('remembers it for a day, and keeps nothing of it after that', () => {
  const device = keeper();
  const clock = clockAt('2026-07-20T06:30:00Z');
  const uploads = openKeptUploads(device, clock.now);
  uploads.of('private/a').keep(upload);
  clock.pass(day - 1);
  expect(uploads.of('private/a').get()).toMatchObject(upload);
  clock.pass(1);
  expect(uploads.of('private/a').get()).toBeNull();
  uploads.of('private/b').keep(upload);
  expect(Object.keys(device.read('uploads') as object)).toEqual(['private/b']);
});

it('knows nothing where the device kept something else', () => {
  const device = keeper();
  device.write('uploads', null);
  expect(
    openKeptUploads(device, () => new Date())
      .of('private/a')
      .get(),
  ).toBeNull();
});
