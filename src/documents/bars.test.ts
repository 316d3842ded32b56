import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  nextBarRect,
  type BarRect,
  centreBarAt,
  firstBar,
  moveBar,
  barPixels,
  resizeBar,
  minBarSize,
} from './bars.ts';

const way = fc.double({ min: -3, max: 3, noNaN: true });
const place = fc.double({ min: 0, max: 1, noNaN: true });
const pixels = fc.integer({ min: 1, max: 9000 });

type Act = { does: 'move' | 'size' | 'centre'; across: number; along: number };
const act = fc.record<Act>({
  does: fc.constantFrom('move', 'size', 'centre'),
  across: way,
  along: way,
});
const acts = { move: moveBar, size: resizeBar, centre: centreBarAt };
/** Generates any bar that a person can make of the first bar. */
const bar = fc
  .array(act, { maxLength: 8 })
  .map((list) =>
    list.reduce<BarRect>((now, { does, across, along }) => acts[does](now, across, along), firstBar),
  );

const nearly = 1e-9;

describe('a bar', () => {
  it('stays on the picture and keeps a visible size', () => {
    fc.assert(
      fc.property(bar, ({ x, y, width, height }) => {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(1 + nearly);
        expect(y + height).toBeLessThanOrEqual(1 + nearly);
        expect(width).toBeGreaterThanOrEqual(minBarSize.width - nearly);
        expect(height).toBeGreaterThanOrEqual(minBarSize.height - nearly);
      }),
    );
  });

  it('keeps its size when it is moved and its corner when it is resized', () => {
    fc.assert(
      fc.property(bar, way, way, (before, across, along) => {
        const { width, height } = moveBar(before, across, along);
        expect({ width, height }).toEqual({ width: before.width, height: before.height });
        const { x, y } = resizeBar(before, across, along);
        expect({ x, y }).toEqual({ x: before.x, y: before.y });
      }),
    );
  });

  it('moves to the nearest place on the picture', () => {
    fc.assert(
      fc.property(place, place, (x, y) => {
        const small = { x: 0, y: 0, ...minBarSize };
        const to = moveBar(small, x, y);
        expect(to.x).toBeCloseTo(Math.min(x, 1 - minBarSize.width));
        expect(to.y).toBeCloseTo(Math.min(y, 1 - minBarSize.height));
        const { x: left, y: top } = centreBarAt(small, 0.5, 0.5);
        expect(left + minBarSize.width / 2).toBeCloseTo(0.5);
        expect(top + minBarSize.height / 2).toBeCloseTo(0.5);
      }),
    );
  });

  it('does not cover the last bar when it is added, where the picture has room', () => {
    fc.assert(
      fc.property(bar, (last) => {
        const next = nextBarRect([firstBar, last]);
        expect(next).toMatchObject({ width: last.width, height: last.height });
        if (last.height < 0.3) expect(Math.abs(next.y - last.y)).toBeGreaterThan(last.height);
      }),
    );
    expect(nextBarRect([])).toMatchObject({ x: firstBar.x });
  });

  it('covers every pixel that it touches and none beyond the picture', () => {
    fc.assert(
      fc.property(bar, pixels, pixels, (one, width, height) => {
        const covered = barPixels(one, width, height);
        for (const value of Object.values(covered)) expect(Number.isInteger(value)).toBe(true);
        expect(covered.x).toBeLessThanOrEqual(one.x * width);
        expect(covered.y).toBeLessThanOrEqual(one.y * height);
        expect(covered.x + covered.width).toBeGreaterThanOrEqual(
          (one.x + one.width) * width - nearly * width,
        );
        expect(covered.y + covered.height).toBeGreaterThanOrEqual(
          (one.y + one.height) * height - nearly * height,
        );
        expect(covered.x).toBeGreaterThanOrEqual(0);
        expect(covered.width).toBeGreaterThan(0);
        expect(covered.x + covered.width).toBeLessThanOrEqual(width + 1);
      }),
    );
  });
});
