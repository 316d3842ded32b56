import { describe, expect, it } from 'vitest';
import {
  applicationAddress,
  conversationAddress,
  conversationsAddress,
  parseConversationFilters,
  parseQueueFilters,
  isQueueAddress,
  queueAddress,
} from './links.ts';

describe('the queue’s address', () => {
  it.each([
    ['', { stage: 'to_review' }],
    ['?stage=answered', { stage: 'answered' }],
    [
      '?status=pending&institution=202&partner=demo&test=1',
      { stage: 'to_review', status: 'pending', institution_id: 202, partner: 'demo', test: true },
    ],
    ['?stage=approved&status=approved', { stage: 'approved' }],
    ['?stage=nowhere&status=draft&institution=x&test=yes', { stage: 'to_review' }],
  ])('%s asks for what it can mean', (search, filters) => {
    expect(parseQueueFilters(search)).toEqual(filters);
  });

  it.each(['', '?stage=sent_back', '?stage=answered&status=pending&institution=7&partner=a+b&test=1'])(
    '%s is written as it was read',
    (search) => {
      expect(queueAddress(parseQueueFilters(search))).toBe(`/review${search}`);
    },
  );
});

it('an application’s address has the id in it, and nothing that would end the path', () => {
  expect(applicationAddress('a/b')).toBe('/review/applications/a%2Fb');
});

it('the queue has one address, with or without a slash', () => {
  expect(['/review', '/review/', '/review/x'].map(isQueueAddress)).toEqual([true, true, false]);
});

describe('the address of conversations', () => {
  it.each([
    ['', { state: 'open', page: 1 }],
    ['?state=answered&page=3', { state: 'answered', page: 3 }],
    ['?state=lost&page=0', { state: 'open', page: 1 }],
    ['?page=x', { state: 'open', page: 1 }],
  ])('%s asks for what it can mean', (search, filters) => {
    expect(parseConversationFilters(search)).toEqual(filters);
  });

  it.each(['', '?state=closed', '?page=2', '?state=answered&page=2'])(
    '%s is written as it was read',
    (search) => {
      expect(conversationsAddress(parseConversationFilters(search))).toBe(`/review/messages${search}`);
    },
  );

  it('names a conversation', () => {
    const id = '0012d687-0001-4000-8000-000000000000';
    expect(conversationAddress(id)).toBe(`/review/messages/${id}`);
  });
});
