/** Pictures as the browser reads them: upright, and no larger in memory than they are needed. */

export interface DecodedImage {
  source: CanvasImageSource;
  /** The width in pixels, after rotation to upright. */
  width: number;
  height: number;
  /** Gives its memory back; a photo takes four bytes a pixel. */
  close: () => void;
}

export interface DecodeOptions {
  /** The maximum length of the longest side in pixels, if the browser can scale during decoding. */
  longest: number;
  /** True for HEIC: some browsers show it but cannot make a bitmap of it. */
  isHeic?: boolean;
}

/** @returns undefined if the browser cannot read the picture, or not to its end */
export async function decodeImage(file: Blob, reading: DecodeOptions): Promise<DecodedImage | undefined> {
  const address = URL.createObjectURL(file);
  const image = new Image();
  const close = () => {
    image.removeAttribute('src');
    URL.revokeObjectURL(address);
  };
  // A browser that has loaded a picture knows how large it is upright, and has not yet spent memory on its pixels.
  if (!(await hasLoaded(image, address))) {
    close();
    return undefined;
  }
  const bitmap = await smallBitmap(file, image, reading);
  if (bitmap === 'damaged') {
    close();
    return undefined;
  }
  if (bitmap) {
    close();
    return { source: bitmap, width: bitmap.width, height: bitmap.height, close: () => bitmap.close() };
  }
  try {
    await image.decode();
    return { source: image, width: image.naturalWidth, height: image.naturalHeight, close };
  } catch {
    close();
    return undefined;
  }
}

function hasLoaded(image: HTMLImageElement, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    image.onload = () => resolve(image.naturalWidth > 0 && image.naturalHeight > 0);
    image.onerror = () => resolve(false);
    image.src = address;
  });
}

/** The number of pixels above which a phone's browser may refuse a bitmap for lack of memory. */
const safeBitmapPixels = 16_000_000;

/** Decodes the picture in the required size; undefined if the browser cannot do it, or rotates it wrongly. */
async function smallBitmap(
  file: Blob,
  { naturalWidth: width, naturalHeight: height }: HTMLImageElement,
  { longest, isHeic = false }: DecodeOptions,
): Promise<ImageBitmap | 'damaged' | undefined> {
  const scale = Math.min(1, longest / Math.max(width, height));
  const resizeWidth = Math.max(1, Math.round(width * scale));
  try {
    const bitmap = await createImageBitmap(file, {
      imageOrientation: 'from-image',
      // The height is left out: a browser that measures before it rotates would distort the picture to fit both sides.
      ...(scale < 1 && { resizeWidth, resizeQuality: 'high' }),
    });
    const isUpright = Math.abs(bitmap.width * height - bitmap.height * width) <= width + height;
    if (isUpright && bitmap.width >= resizeWidth - 1) return bitmap;
    bitmap.close();
    return undefined;
  } catch (error) {
    // An element shows as much of a cut-off photo as there is, and grey below it.
    const isRefused = error instanceof DOMException && error.name === 'InvalidStateError';
    return isRefused && !isHeic && width * height <= safeBitmapPixels ? 'damaged' : undefined;
  }
}
