import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Refusal } from '../../domain/values/outcome.ts';
import account from '../../locales/en/app.json?namespace=account&messages';
import secondary from '../../locales/en/app.json?namespace=secondary&messages';
import messages from '../../locales/en/app.json' with { type: 'json' };
import type { Failure } from '../../machines/outcome.ts';
import { addMessages, loadMessages, MessagesProvider } from '../i18n/i18n.tsx';
import { CallFailure, SubmissionFailure } from './call-failure.tsx';

const refused = (status: number, code: string, errors: Refusal['errors'] = []): Failure => ({
  kind: 'refused',
  ...{ status, code, errors },
});

const shown = (view: React.ReactNode) =>
  renderToStaticMarkup(<MessagesProvider>{view}</MessagesProvider>)
    .replace(/<svg.*?<\/svg>/g, '')
    .split(/<[^>]*>/)
    .filter((text) => text !== '');

const reload = messages['app.draft.reload'];

beforeAll(async () => {
  addMessages('en', 'account', account);
  addMessages('en', 'secondary', secondary);
  await Promise.all([loadMessages('account'), loadMessages('secondary')]);
});

describe('the message for a failed call', () => {
  it.each([
    [400, 'refusal.wordsChanged'],
    [409, 'refusal.changed'],
    [409, 'refusal.notDue'],
    [409, 'refusal.noPayee'],
  ] as const)('is %s, %s, with a button that reloads the page', (status, code) => {
    expect(shown(<CallFailure failure={refused(status, code)} />)).toEqual([messages[code], reload]);
  });

  it.each([
    [403, 'refusal.forbidden'],
    [500, 'refusal.failed'],
    [502, 'refusal.provider'],
    [503, 'refusal.unavailable'],
  ] as const)('is %s, %s, without a button where a reload would not help', (status, code) => {
    expect(shown(<CallFailure failure={refused(status, code)} />)).toEqual([messages[code]]);
  });

  it('to have had no answer, only where none came', () => {
    expect(shown(<CallFailure failure={{ kind: 'unreachable' }} />)).toEqual([
      messages['account.unreachable'],
    ]);
    expect(shown(<CallFailure failure={{ kind: 'gatewayTimedOut' }} />)).toEqual([
      messages['refusal.lenderSilent'],
    ]);
  });

  it('below a form unless each error stands at its field', () => {
    const at = (field: string) => [{ field, code: 'problem.shape', message: '' }];
    const failure = (code: string, field: string) =>
      shown(<SubmissionFailure failure={refused(400, code, at(field))} />);
    expect(failure('refusal.invalid', 'email')).toEqual([]);
    expect(failure('refusal.wordsChanged', 'consent_version')).toEqual([
      messages['refusal.wordsChanged'],
      reload,
    ]);
    expect(shown(<SubmissionFailure failure={{ kind: 'unreachable' }} />)).toEqual([
      messages['account.submission.failed'],
      messages['account.submission.failed.help'],
    ]);
  });
});
