/** The captions of the video: a WebVTT file of what each step says. */

/** How long a title stays before the text, in seconds. */
const titleSeconds = 2;

/**
 * @param begins when each step begins, in seconds
 * @param seconds how long the video is
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
