import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { checkInputs, checkField, checkWire } from '../values/check.ts';
import {
  type CreateFormValues,
  type CreateFormWire,
  createLoanForm,
  createToWire,
  unlikelyMobile,
} from './create.ts';

const context = { today: '2026-11-20' };
const good: CreateFormValues = { name: ' Meena Kumari ', phone: '9876543210', email: ' meena@example.com ' };
const codes = (values: CreateFormValues) =>
  checkInputs(createLoanForm, values, context).map(({ field, code }) => [field, code]);

describe('the create form', () => {
  it('asks for a name, a phone and an email', () => {
    expect(codes({ name: '', phone: '', email: '' })).toEqual([
      ['name', 'create.error.name.required'],
      ['phone', 'create.error.phone.required'],
      ['email', 'create.error.email.required'],
    ]);
    expect(codes({ ...good, name: '   ' })).toEqual([['name', 'create.error.name.required']]);
  });

  it('accepts valid values and sends them without surrounding spaces', () => {
    expect(codes(good)).toEqual([]);
    expect(createToWire(good)).toEqual({
      name: 'Meena Kumari',
      phone: '9876543210',
      email: 'meena@example.com',
    });
    expect(codes({ ...good, name: 'प्रिया शर्मा' })).toEqual([]);
  });

  it.each(['987654321', '98765432101', '98765x3210'])('refuses the phone %j', (phone) =>
    expect(codes({ ...good, phone })).toEqual([['phone', 'create.error.phone.invalid']]),
  );

  it.each([
    'meena',
    'meena@',
    '@example.com',
    'meena@example',
    'a b@example.com',
    'a@b@c.in',
    'a@b..in',
    'a\u0000@b.in',
  ])('refuses the email %j', (email) =>
    expect(codes({ ...good, email })).toEqual([['email', 'create.error.email.invalid']]),
  );

  it('names the maximum length of a text that is too long', () => {
    const name = 'a'.repeat(101);
    expect(checkField(createLoanForm, 'name', { ...good, name }, context)).toEqual({
      field: 'name',
      code: 'common.error.tooLong',
      values: { maximum: 100 },
    });
    expect(codes({ ...good, email: `${'a'.repeat(250)}@b.in` })).toEqual([['email', 'common.error.tooLong']]);
  });

  it('refuses a very long invalid email in less than a second', () => {
    const started = performance.now();
    codes({ ...good, email: `a@${'a.'.repeat(400_000)} ` });
    codes({ ...good, email: `a@${'.'.repeat(800_000)} b` });
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('refuses any value that is not text, with the message of its field', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom('name', 'phone', 'email'), (junk, field) => {
        fc.pre(typeof junk !== 'string');
        const issues = checkWire(createLoanForm, { ...createToWire(good), [field]: junk }, context);
        expect(issues).toEqual([{ field, code: `create.error.${field}.required` }]);
      }),
    );
  });

  it('accepts each cleaned name that begins with a letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (typed) => {
        const name = createLoanForm.fields.name.clean(typed);
        fc.pre(/^ *\p{L}/u.test(name) && name.length <= 100);
        expect(codes({ ...good, name })).toEqual([]);
      }),
    );
  });

  it('sends a name, a phone and an email as text', () => {
    expectTypeOf<CreateFormWire>().toEqualTypeOf<{ name: string; phone: string; email: string }>();
  });
});

describe('an unlikely mobile number', () => {
  it.each([
    ['0000000000', true],
    ['1234567890', true],
    ['9999999999', true],
    ['9840012345', false],
    ['6123456789', false],
    ['984001234', false],
  ])('is detected in %s: %s', (typed, isUnlikely) => {
    expect(unlikelyMobile.when(typed)).toBe(isUnlikely);
  });
});
