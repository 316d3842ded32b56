/** The captions of the video: a WebVTT file of what each step says. */

/** The time in seconds until a title is replaced by its text. */
const titleSeconds = 2;

/**
 * @param begins the start of each step, in seconds
 * @param seconds the length of the video
 */
export function captionsOf(
  steps: readonly { title: string; text: string }[],
  begins: readonly number[],
  seconds: number,
): string {
  const cues = steps.flatMap(({ title, text }, index) => {
    const from = begins[index] ?? seconds;
    const textFrom = from + titleSeconds;
    return [cueOf(from, textFrom, title), cueOf(textFrom, begins[index + 1] ?? seconds, text)];
  });
  return ['WEBVTT', ...cues, ''].join('\n\n');
}

const cueOf = (from: number, to: number, text: string): string =>
  `${timeOf(from)} --> ${timeOf(to)}\n${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}`;

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23);
