import { expect, it } from 'vitest';
import { inlineDisposition } from './objects.ts';

it.each([
  ['pan_photo.pdf', 'inline; filename="pan_photo.pdf"'],
  ['a b.pdf', 'inline; filename="a b.pdf"'],
  ['a"; x="b.pdf', `inline; filename="a_; x=_b.pdf"; filename*=UTF-8''a%22%3B%20x%3D%22b.pdf`],
  ['a\r\nb.pdf', `inline; filename="a__b.pdf"; filename*=UTF-8''a%0D%0Ab.pdf`],
  ['ரசீது.pdf', `inline; filename="_____.pdf"; filename*=UTF-8''${encodeURIComponent('ரசீது')}.pdf`],
])('a download of %j is shown inline', (name, header) => {
  expect(inlineDisposition(name)).toBe(header);
});
