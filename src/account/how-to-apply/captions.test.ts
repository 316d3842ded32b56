import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { captionsOf } from './captions.ts';
import { slides } from './slides.tsx';

const file = (name: string) => new URL(`video/${name}`, import.meta.url);

describe('the captions', () => {
  it('say the title of each step, then its text until the next begins', () => {
    const captions = captionsOf(
      [
        { title: 'Find', text: 'Type & <choose>' },
        { title: 'Check', text: 'Fees' },
      ],
      [0, 61.5],
      70,
    );
    expect(captions).toBe(
      [
        'WEBVTT',
        '00:00:00.000 --> 00:00:02.000\nFind',
        '00:00:02.000 --> 00:01:01.500\nType &amp; &lt;choose>',
        '00:01:01.500 --> 00:01:03.500\nCheck',
        '00:01:03.500 --> 00:01:10.000\nFees',
        '',
      ].join('\n\n'),
    );
  });
});

describe('the recording', () => {
  it('is as short and as small as the page says, and has the steps in their order', () => {
    const { seconds, bytes, begins } = JSON.parse(readFileSync(file('recording.json'), 'utf8')) as {
      seconds: number;
      bytes: number;
      begins: number[];
    };
    expect(statSync(file('how-to-apply.mp4')).size).toBe(bytes);
    expect(bytes).toBeLessThanOrEqual(1_500_000);
    expect(seconds).toBeLessThanOrEqual(45);
    expect(begins.length).toBe(slides.length);
    expect(begins).toEqual(begins.toSorted((one, other) => one - other));
  });
});
