import { expect, it } from 'vitest';
import { createResumableUploads } from './resumable-uploads.ts';
import { fakeClock, memoryUploadStorage } from './testing.ts';

const upload = { id: 'u1', size: 12, contentType: 'application/pdf', note: '{}' };
const day = 24 * 60 * 60_000;

it('stores an upload for other pages until it is removed', () => {
  const device = memoryUploadStorage();
  const { now } = fakeClock('2026-07-20T06:30:00Z');
  const uploads = createResumableUploads(device, now);
  uploads.of('private/a').set(upload);
  uploads.of('private/b').set({ ...upload, id: 'u2' });
  const reloaded = createResumableUploads(device, now);
  expect(reloaded.of('private/a').get()).toMatchObject(upload);
  reloaded.of('private/a').remove();
  expect(uploads.of('private/a').get()).toBeNull();
  expect(uploads.of('private/b').get()).toMatchObject({ id: 'u2' });
});

it('stores an upload for a day and then deletes it', () => {
  const device = memoryUploadStorage();
  const clock = fakeClock('2026-07-20T06:30:00Z');
  const uploads = createResumableUploads(device, clock.now);
  uploads.of('private/a').set(upload);
  clock.advance(day - 1);
  expect(uploads.of('private/a').get()).toMatchObject(upload);
  clock.advance(1);
  expect(uploads.of('private/a').get()).toBeNull();
  uploads.of('private/b').set(upload);
  expect(Object.keys(device.read('uploads') as object)).toEqual(['private/b']);
});

it('has no upload where the stored value is invalid', () => {
  const device = memoryUploadStorage();
  device.write('uploads', null);
  expect(
    createResumableUploads(device, () => new Date())
      .of('private/a')
      .get(),
  ).toBeNull();
});
