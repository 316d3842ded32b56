import { expect, it } from 'vitest';
import { entryOf } from '../../../machines/desk/testing.ts';
import { foldedTimeline } from './folded-timeline.ts';

const receipt = 'documents.fee_receipt';
const at = '2026-03-02T00:00:00.000Z';

it('one act has one entry', () => {
  const timeline = [
    entryOf(1, { act: 'message.queued', details: { message: 'a' } }),
    entryOf(2, { act: 'message.queued', details: { message: 'b' } }),
    entryOf(3, { act: 'message.sent', details: { message: 'a' } }),
    entryOf(4, { act: 'document.replaced', field: receipt }),
    entryOf(5, { act: 'query.answered', field: receipt, after: null, at }),
    entryOf(6, { act: 'field.changed', field: receipt, at }),
    entryOf(7, { act: 'query.answered', field: 'personal_details.pan', after: 'It is right.', at }),
    entryOf(8, { act: 'query.answered', field: 'personal_details.dob', after: null, at }),
    entryOf(9, { act: 'field.changed', field: 'personal_details.name', at }),
  ];
  expect(foldedTimeline(timeline).map(({ id }) => id)).toEqual([2, 3, 4, 6, 7, 8, 9]);
});
