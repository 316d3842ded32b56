/** The fonts of the documents: Noto Sans for each script, from packages, in two weights. */
import { createRequire } from 'node:module';

/** Package → the beginning of its files' names. */
const families = {
  'noto-sans': 'NotoSans',
  'noto-sans-tamil': 'NotoSansTamil',
  'noto-sans-devanagari': 'NotoSansDevanagari',
  'noto-sans-telugu': 'NotoSansTelugu',
  'noto-sans-kannada': 'NotoSansKannada',
} as const;

const weights = ['400Regular', '700Bold'] as const;

/** Paths of TrueType files. */
export function fontFiles(): string[] {
  const { resolve } = createRequire(import.meta.url);
  return Object.entries(families).flatMap(([name, file]) =>
    weights.map((weight) => resolve(`@expo-google-fonts/${name}/${weight}/${file}_${weight}.ttf`)),
  );
}
