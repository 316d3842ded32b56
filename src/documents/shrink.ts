/** A picture as a JPEG that is quick to send and still can be read. */
import type { DecodedImage } from './decode.ts';

/** The maximum size of a compressed picture in bytes: about ten seconds on a slow connection. */
export const compressedMaxBytes = 1_500_000;

/** The maximum length of a picture's longest side in pixels, which keeps small print on an A4 page readable. */
export const maxSidePx = 2400;

/** The scales in the order in which they are tried, each with all qualities, the best first. */
const scales = [1, 0.8, 0.64, 0.5, 0.4, 0.3];
const usual = [0.85, 0.7, 0.55];

export interface ShrinkOptions {
  /** The maximum size of the result, in bytes. */
  maxBytes: number;
  /** The maximum length of the result's longest side, in pixels. */
  longest: number;
  /** The JPEG qualities, 0 to 1 each, the best first. */
  qualities?: readonly number[];
  /** Draws over the picture in its final size. */
  paint?: (context: CanvasRenderingContext2D, width: number, height: number) => void;
}

/**
 * Returns the picture reduced to its pixels, with white in place of transparency.
 * @returns the smallest one if none is small enough; undefined if the browser has no memory for it
 */
export async function shrinkToJpeg(
  picture: DecodedImage,
  shrinking: ShrinkOptions,
): Promise<Blob | undefined> {
  const { maxBytes, longest, qualities = usual, paint } = shrinking;
  const fit = Math.min(1, longest / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  let smallest: Blob | undefined;
  try {
    for (const scale of scales) {
      if (!draw(canvas, picture, fit * scale, paint)) continue;
      for (const quality of qualities) {
        const made = await toJpeg(canvas, quality);
        if (made && made.size <= maxBytes) return made;
        if (made && made.size < (smallest?.size ?? Number.POSITIVE_INFINITY)) smallest = made;
      }
    }
    return smallest;
  } finally {
    // Some browsers keep a canvas's memory long after the page has released it.
    canvas.width = 0;
    canvas.height = 0;
  }
}

function draw(
  canvas: HTMLCanvasElement,
  picture: DecodedImage,
  scale: number,
  paint: ShrinkOptions['paint'],
): boolean {
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return false;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture.source, 0, 0, canvas.width, canvas.height);
  paint?.(context, canvas.width, canvas.height);
  return true;
}

const toJpeg = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
