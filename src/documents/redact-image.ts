/** The bars burned into the picture: what they cover is gone from the file, not hidden in it. */
import { type Bar, barPixels } from './bars.ts';
import { decodeImage } from './decode.ts';
import { shrinkToJpeg, compressedMaxBytes } from './shrink.ts';

/** In pixels: the largest canvas that every phone has is twice as many squared. */
const fullResolution = 4096;

/** Better than a photo's first, so that drawing it twice does not show. */
const qualities = [0.9, 0.75, 0.6];

/**
 * The picture in its full resolution as a JPEG, black under the bars.
 * @returns undefined where the browser cannot read it, or has no memory for it
 */
export async function redactImage(picture: Blob, bars: readonly Bar[]): Promise<Blob | undefined> {
  const decoded = await decodeImage(picture, { longest: fullResolution });
  if (!decoded) return undefined;
  try {
    return await shrinkToJpeg(decoded, {
      maxBytes: compressedMaxBytes,
      longest: fullResolution,
      qualities,
      paint: (context, width, height) => {
        context.fillStyle = '#000';
        for (const bar of bars) {
          const pixels = barPixels(bar, width, height);
          context.fillRect(pixels.x, pixels.y, pixels.width, pixels.height);
        }
      },
    });
  } finally {
    decoded.close();
  }
}
