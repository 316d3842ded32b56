/** Black bars over a picture: their places, in fractions of its width and height, and ways to change them. */

/** A bar in fractions of the picture (0 to 1); it never reaches beyond the picture. */
export interface BarRect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A bar stays large enough to be seen and taken hold of. */
export const minBarSize = { width: 0.05, height: 0.02 };

export const maxBars = 6;

/** The first bar: the number is in the lower part of a card, and eight of its twelve digits are two thirds of it. */
export const firstBar: BarRect = { x: 0.3, y: 0.72, width: 0.28, height: 0.08 };

/** Moves the bar to the right and down, at most to the edge of the picture. */
export function moveBar(bar: BarRect, right: number, down: number): BarRect {
  return { ...bar, x: clamp(bar.x + right, 0, 1 - bar.width), y: clamp(bar.y + down, 0, 1 - bar.height) };
}

/** Resizes the bar from its upper left corner, at most to the edge of the picture. */
export function resizeBar(bar: BarRect, wider: number, higher: number): BarRect {
  return {
    ...bar,
    width: clamp(bar.width + wider, minBarSize.width, 1 - bar.x),
    height: clamp(bar.height + higher, minBarSize.height, 1 - bar.y),
  };
}

/** Returns the bar with its middle at a place of the picture, or as near to it as it fits. */
export function centreBarAt(bar: BarRect, x: number, y: number): BarRect {
  return moveBar(bar, x - bar.width / 2 - bar.x, y - bar.height / 2 - bar.y);
}

/** Returns a bar like the last one, placed above it, or below it if there is no room above. */
export function nextBarRect(bars: readonly BarRect[]): BarRect {
  const last = bars.at(-1) ?? firstBar;
  const step = last.height * 1.5;
  return moveBar(last, 0, last.y >= step ? -step : step);
}

/** Returns the pixels that the bar touches, in a picture of the given size. */
export function barPixels(bar: BarRect, width: number, height: number): BarRect {
  const x = Math.floor(bar.x * width);
  const y = Math.floor(bar.y * height);
  return {
    x,
    y,
    width: Math.ceil((bar.x + bar.width) * width) - x,
    height: Math.ceil((bar.y + bar.height) * height) - y,
  };
}

const clamp = (value: number, least: number, most: number) =>
  Math.max(Math.min(value, most), Math.min(least, most));
