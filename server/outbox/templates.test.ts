import { describe, expect, it } from 'vitest';
import { type LanguageCode, languageCodes } from '../../locales/index.ts';
import texts from '../../locales/en/messages.json' with { type: 'json' };
import { render, secretForMs, templates, waitsForHours } from './templates.ts';

const link = 'https://feepath.example/loan/1?api_key=k';
const sentBack = (language: LanguageCode, count: number) =>
  render(language, 'application.sentBack', { count, name: 'Meena', link });

it('each template has the texts of its channels, and each text has a template', () => {
  const needed = Object.entries(templates).flatMap(([template, { channels }]) =>
    channels.flatMap((channel) =>
      channel === 'sms' ? `${template}.sms` : [`${template}.email.subject`, `${template}.email.text`],
    ),
  );
  expect(Object.keys(texts).sort()).toEqual(needed.sort());
});

it('a payment that is held is told at any hour, and without a reason that it may not have', () => {
  expect(waitsForHours('servicing.paymentHeld')).toBe(false);
  const values = { amount: '₹6,300.00', lender: 'Example Finance', name: 'Meena', link };
  for (const { text } of render('en', 'servicing.paymentHeld', values))
    expect(text).not.toMatch(/safe|arrived|we have|another amount/);
});

it('a notice of a debit is not put off to the morning, which would be less than a day before it', () => {
  expect(waitsForHours('servicing.reminder')).toBe(false);
});

it('a mandate that is withdrawn promises no reminders, which need a consent', () => {
  const values = { lender: 'Example Finance', name: 'Meena', link };
  for (const { text } of render('en', 'servicing.mandateWithdrawn', values))
    expect(text).not.toContain('remind');
});

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

  it.each([
    ['servicing.reminder', { mandate: 'UMRN0042' }],
    ['servicing.paymentReminder', {}],
  ] as const)('%s is an SMS and an e-mail with all that the law asks of the notice', (template, mandate) => {
    const values = {
      number: 4,
      amount: '₹3,400.22',
      due: '5 July 2026',
      lender: 'Example Finance',
      ...mandate,
    };
    const [sms, email, ...others] = render(code, template, { ...values, name: 'Meena', link });
    expect(others).toEqual([]);
    for (const text of [sms?.text, email?.text])
      for (const value of [...Object.values(values), link]) expect(text).toContain(String(value));
    expect(email?.subject).toContain(values.due);
    expect(email?.text.split('\n')).toContain(link);
    expect(sms?.text.endsWith(` ${link}`)).toBe(true);
    expect(sms?.text).not.toContain('Meena');
  });

  it.each([
    ['servicing.paymentReceived', ['sms', 'email']],
    ['servicing.disbursed', ['sms', 'email']],
    ['servicing.paymentHeld', ['sms', 'email']],
    ['servicing.paymentRefunded', ['sms', 'email']],
    ['servicing.paymentDisputed', ['sms', 'email']],
    ['servicing.paymentRefundedByLender', ['sms', 'email']],
    ['servicing.advanceReversed', ['sms', 'email']],
    ['servicing.overpaid', ['sms', 'email']],
    ['servicing.mandateWithdrawn', ['sms', 'email']],
    ['servicing.keyFacts', ['email']],
    ['servicing.agreement', ['email']],
    ['servicing.noDues', ['email']],
  ] as const)('%s goes by %j, names the lender and leads to the app', (template, channels) => {
    const lender = 'Example Finance';
    const days = { count: 4, first: '5 July 2026', last: '5 October 2026' };
    const values = { lender, amount: '₹6,300.00', reference: 'UTR0042', name: 'Meena', link, ...days };
    const rendered = render(code, template, values);
    expect(rendered.map(({ channel }) => channel)).toEqual(channels);
    for (const { text } of rendered) for (const value of [values.lender, link]) expect(text).toContain(value);
    const isOfMoney = /payment|advance|disbursed|overpaid/.test(template);
    const isByLender = template === 'servicing.paymentRefundedByLender';
    for (const { text } of rendered) {
      if (isOfMoney) expect(text).toContain(values.amount);
      if (isByLender) expect(text).toContain(values.reference);
    }
  });

  it('a complaint is an SMS and an e-mail with its number and the day of its answer', () => {
    const values = { number: 'G-48392-01177', day: '23 December 2026' };
    const [sms, email, ...others] = render(code, 'grievance.lodged', { ...values, name: 'Meena', link });
    expect(others).toEqual([]);
    for (const text of [sms?.text, email?.text])
      for (const value of [values.number, values.day, link]) expect(text).toContain(value);
    expect(email?.text.split('\n')).toContain(link);
    expect(sms?.text.endsWith(` ${link}`)).toBe(true);
    expect(sms?.text).not.toContain('Meena');
  });

  it.each(['grievance.rejected', 'grievance.overdue'] as const)('%s names the Ombudsman', (template) => {
    const ombudsman = { site: 'cms.rbi.org.in', phone: '14448', address: 'CRPC, Chandigarh 160017' };
    const values = { number: 'G-48392-01177', day: '23 December 2026', answer: 'It was paid on time.' };
    const [email, ...others] = render(code, template, { ...values, ...ombudsman, name: 'Meena', link });
    expect(others).toEqual([]);
    const lines = email?.text.split('\n');
    expect(lines).toContain(`https://${ombudsman.site}`);
    for (const value of [values.number, ombudsman.phone, ombudsman.address])
      expect(email?.text).toContain(value);
  });

  it('one answer is another sentence than several', () => {
    const [one, several] = [1, 3].map((count) =>
      sentBack(code, count).map(({ text }) => text.replace(/[13]/g, 'n')),
    );
    expect(one).toHaveLength(2);
    // The mails are compared because the Hindi SMS is the same for singular and plural.
    expect(one?.[1]).not.toBe(several?.[1]);
  });

  it('a password is an SMS with its six digits as they are', () => {
    const values = { otp: '004212', minutes: 5, host: 'loans.example', name: 'x', link };
    const [sms, ...others] = render(code, 'reentry.password', values);
    expect(others).toEqual([]);
    expect(sms?.text).toMatch(/\b004212\b/);
    expect(sms?.text).toContain('5');
    expect(sms?.text).not.toContain(link);
    expect(sms?.text.split('\n').at(-1)).toBe('@loans.example #004212');
  });
});

it('only a password is a secret', () => {
  expect(secretForMs('reentry.password')).toBe(300_000);
  expect(secretForMs('application.sentBack')).toBeUndefined();
});
