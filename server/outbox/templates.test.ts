import { describe, expect, it } from 'vitest';
import { type LanguageCode, languageCodes } from '../../locales/languages.ts';
import { render, secretForMs } from './templates.ts';

const link = 'https://feepath.example/loan/1?api_key=k';
const sentBack = (language: LanguageCode, count: number) =>
  render(language, 'application.sentBack', { count, name: 'Meena', link });

describe.each(languageCodes)('in %s', (code) => {
  it('an application that is sent back is an SMS and an e-mail', () => {
    const [sms, email, ...others] = sentBack(code, 3);
    expect(others).toEqual([]);
    expect(sms).toMatchObject({ channel: 'sms', subject: null });
    expect(email).toMatchObject({ channel: 'email', subject: expect.stringContaining('3') });
    for (const text of [sms?.text, email?.text]) {
      expect(text).toContain('3');
      expect(text).toContain(link);
    }
    // Mail readers make a link of an address on a line of its own, and phones of one that ends in a space or the end.
    expect(email?.text.split('\n')).toContain(link);
    expect(sms?.text.endsWith(` ${link}`)).toBe(true);
  });

  it('an application that was made is an SMS and an e-mail with its link and nothing personal in it', () => {
    const [sms, email, ...others] = render(code, 'application.created', { name: 'Meena', link });
    expect(others).toEqual([]);
    expect(email?.text.split('\n')).toContain(link);
    expect(sms?.text.endsWith(` ${link}`)).toBe(true);
    expect(sms?.text).not.toContain('Meena');
  });

  it('a reminder of an instalment is an SMS and an e-mail with its amount and its date', () => {
    const values = { number: 4, amount: '₹3,400.22', due: '5 July 2026' };
    const [sms, email, ...others] = render(code, 'servicing.reminder', { ...values, name: 'Meena', link });
    expect(others).toEqual([]);
    for (const text of [sms?.text, email?.text])
      for (const value of ['4', values.amount, values.due, link]) expect(text).toContain(value);
    expect(email?.subject).toContain(values.due);
    expect(email?.text.split('\n')).toContain(link);
    expect(sms?.text.endsWith(` ${link}`)).toBe(true);
    expect(sms?.text).not.toContain('Meena');
  });

  it('one answer is another sentence than several', () => {
    const [one, several] = [1, 3].map((count) =>
      sentBack(code, count).map(({ text }) => text.replace(/[13]/g, 'n')),
    );
    expect(one).toHaveLength(2);
    // In Hindi, an SMS says both alike.
    expect(one?.[1]).not.toBe(several?.[1]);
  });

  it('a password is an SMS with its six digits as they are', () => {
    const [sms, ...others] = render(code, 'reentry.password', { otp: '004212', minutes: 5, name: 'x', link });
    expect(others).toEqual([]);
    expect(sms?.text).toMatch(/\b004212\b/);
    expect(sms?.text).toContain('5');
    expect(sms?.text).not.toContain(link);
  });
});

it('only a password is a secret', () => {
  expect(secretForMs('reentry.password')).toBe(300_000);
  expect(secretForMs('application.sentBack')).toBeUndefined();
});
