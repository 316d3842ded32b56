import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split('prefers-color-scheme: dark');
const tokensOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6}|var\(--[\w-]+\));/g)].map(([, name, colour]) => [
      name,
      colour,
    ]),
  );

type Tokens = Record<string, string>;

const themes: Record<string, Tokens> = {
  light: tokensOf(light),
  dark: { ...tokensOf(light), ...tokensOf(dark) },
};

/** Returns the colour of a token, which may be that of another one. */
const colourOf = (tokens: Tokens, name: string): string => {
  const value = tokens[name] ?? '';
  return value.startsWith('var(') ? colourOf(tokens, value.slice('var('.length, -1)) : value;
};

/** Foreground and background tokens with the contrast of WCAG 2.2 AA: 4.5 for text, 3 for outlines and icons. */
const pairs: [ink: string, ground: string, least: number][] = [
  ...['--ground', '--surface', '--sunken', '--accent-soft', '--danger-soft', '--success-soft'].map(
    (ground): [string, string, number] => ['--ink', ground, 4.5],
  ),
  ...['--ground', '--surface', '--sunken', '--accent-soft', '--line'].map(
    (ground): [string, string, number] => ['--ink-soft', ground, 4.5],
  ),
  ...['--ground', '--surface', '--accent-soft'].map((ground): [string, string, number] => [
    '--accent',
    ground,
    4.5,
  ]),
  ['--on-accent', '--accent', 4.5],
  ['--on-accent', '--accent-hover', 4.5],
  ['--danger', '--surface', 4.5],
  ['--danger', '--ground', 4.5],
  ['--danger', '--danger-soft', 4.5],
  ['--on-danger', '--danger', 4.5],
  ['--on-danger', '--danger-hover', 4.5],
  ['--second-ink', '--second-soft', 4.5],
  ['--second-ink', '--ground', 4.5],
  ['--second-ink', '--surface', 4.5],
  ['--second', '--surface', 3],
  ['--second', '--second-soft', 3],
  ['--success', '--success-soft', 3],
  ['--success', '--ground', 3],
  ['--line-strong', '--surface', 3],
  ['--line-strong', '--ground', 3],
  ['--line-strong', '--sunken', 3],
  ['--accent', '--line', 3],
  ['--bar-principal', '--surface', 3],
  ['--bar-interest', '--surface', 3],
  ['--bar-fees', '--surface', 3],
];

describe.each(Object.entries(themes))('the %s colours', (_, tokens) => {
  it.each(pairs)('%s on %s reaches %d : 1', (ink, ground, least) => {
    expect(contrast(colourOf(tokens, ink), colourOf(tokens, ground))).toBeGreaterThanOrEqual(least);
  });
});

/** Returns WCAG's ratio of two '#rrggbb' colours, 1 to 21. */
function contrast(one = '', other = ''): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = Number.NaN, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
