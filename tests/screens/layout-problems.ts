/** Finds layout faults of a page from its boxes and texts, for the pictures of all languages. */
import type { Frame } from 'playwright-core';
import { languages } from '../../locales/index.ts';

/** The ISO 15924 script of each language that is not written in Latin letters, as Unicode names it, by its tag. */
const scripts = { ta: 'Tamil', hi: 'Devanagari', te: 'Telugu', kn: 'Kannada' } satisfies Record<
  Exclude<(typeof languages)[keyof typeof languages]['tag'], 'en-IN'>,
  string
>;

/**
 * Returns the faults, one line each. An open modal dialog is checked alone: the page below is checked as another
 * state.
 * - what is wider than the page, cut by its box, or sticks out of its column
 * - two texts on one another; a word broken in its middle
 * - a placeholder or a chosen option that is longer than its control
 * - buttons of unequal height in one row
 * - digits that are not Latin, letters of another script than `lang` says
 */
export const layoutProblems = (frame: Frame): Promise<string[]> =>
  frame.evaluate((scriptByTag) => {
    const container = document.querySelector('dialog:modal') ?? document.body;
    const elements = [...container.querySelectorAll<HTMLElement>('*')].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && !isHiddenVisually(one),
    );
    const texts = visibleTexts();
    return [
      ...stickingOut(),
      ...elements.filter(isCut).map((one) => `is cut: ${nameOf(one)}`),
      ...texts.filter(leavesItsBox).map(({ parent }) => `sticks out of its box: ${nameOf(parent)}`),
      ...overlaps(),
      ...texts.flatMap(brokenWords),
      ...elements.flatMap(cutControl),
      ...unequalButtons(),
      ...texts.flatMap(wrongScripts),
    ].filter((problem, index, all) => all.indexOf(problem) === index);

    function nameOf(one: Element): string {
      const text = one.textContent?.trim().replace(/\s+/g, ' ').slice(0, 40);
      return `${one.tagName.toLowerCase()}.${String(one.className)} '${text}'`;
    }

    /** Returns whether only screen readers show it; the label of a select's option has no box either. */
    function isHiddenVisually(one: Element): boolean {
      for (let next: Element | null = one; next; next = next.parentElement) {
        const { clipPath, position } = getComputedStyle(next);
        if (position === 'absolute' && (clipPath !== 'none' || next.clientWidth <= 1)) return true;
      }
      return false;
    }

    function stickingOut(): string[] {
      const { clientWidth, scrollWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return [];
      return elements
        .filter((one) => one.getBoundingClientRect().right > clientWidth + 0.5)
        .map((one) => `sticks out of the page: ${nameOf(one)}`)
        .slice(-3);
    }

    /** Returns whether an ellipsis cuts the text; all of it is below the summary, or in the select's list. */
    function endsInDots(one: HTMLElement | null): boolean {
      return (
        one !== null && (getComputedStyle(one).textOverflow === 'ellipsis' || endsInDots(one.parentElement))
      );
    }

    function isCut(one: HTMLElement): boolean {
      const { overflowX, overflowY } = getComputedStyle(one);
      const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      return (
        !endsInDots(one) &&
        Boolean(one.textContent?.trim()) &&
        ((clips(overflowX) && one.scrollWidth > one.clientWidth + 1) ||
          (clips(overflowY) && one.scrollHeight > one.clientHeight + 2))
      );
    }

    type ShownText = { node: Text; parent: HTMLElement; rects: DOMRect[] };

    function visibleTexts(): ShownText[] {
      return elements
        .filter((one) => !['OPTION', 'SELECT', 'TEXTAREA', 'SCRIPT', 'STYLE'].includes(one.tagName))
        .filter((one) => !endsInDots(one))
        .flatMap((parent) =>
          [...parent.childNodes]
            .filter((node): node is Text => node instanceof Text && Boolean(node.data.trim()))
            .map((node) => ({ node, parent, rects: rectsOf(node) })),
        )
        .filter(({ rects }) => rects.length > 0);
    }

    function rectsOf(node: Text, start = 0, end = node.length): DOMRect[] {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    }

    /** Returns whether the text leaves the box that breaks its lines, or one drawn around it. */
    function leavesItsBox({ node, parent, rects }: ShownText): boolean {
      let box: HTMLElement | null = parent;
      while (box && getComputedStyle(box).display.startsWith('inline')) box = box.parentElement;
      for (let isNearest = true; box && box !== container; box = box.parentElement, isNearest = false) {
        const { display, borderLeftStyle, overflowX, position } = getComputedStyle(box);
        const { left, right } = box.getBoundingClientRect();
        const isDrawn = isNearest || borderLeftStyle !== 'none';
        const leaves = (rect: DOMRect) => rect.right > right + 1.5 || rect.left < left - 1.5;
        // A space that is kept at a line's end hangs over the edge: a word does not.
        if (isDrawn && display !== 'contents' && rects.some(leaves) && wordRects(node).some(leaves))
          return true;
        // Scrolling boxes and overlays may be wider than their surroundings.
        if (overflowX !== 'visible' || ['absolute', 'fixed'].includes(position)) return false;
      }
      return false;
    }

    function wordRects(node: Text): DOMRect[] {
      return [...node.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) =>
        rectsOf(node, index, index + word.length),
      );
    }

    /** Half a line's height, because boxes of lines reach into one another; not what lies over the page. */
    function overlaps(): string[] {
      const isOnTop = (one: Element | null): boolean =>
        one !== null &&
        one !== container &&
        (['absolute', 'fixed', 'sticky'].includes(getComputedStyle(one).position) ||
          isOnTop(one.parentElement));
      const lines = texts
        .filter(({ parent }) => !isOnTop(parent))
        .flatMap(({ parent, rects }) => rects.map((rect) => ({ parent, rect })))
        .sort((one, other) => one.rect.top - other.rect.top);
      const found: string[] = [];
      lines.forEach(({ parent, rect }, index) => {
        for (const other of lines.slice(index + 1)) {
          if (other.rect.top > rect.bottom) break;
          const wide = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left);
          const high = Math.min(rect.bottom, other.rect.bottom) - other.rect.top;
          if (wide > 2 && high > Math.min(rect.height, other.rect.height) / 2)
            found.push(`on one another: ${nameOf(parent)} and ${nameOf(other.parent)}`);
        }
      });
      return found;
    }

    /** Addresses and numbers may be broken anywhere. */
    function brokenWords({ node, parent, rects }: ShownText): string[] {
      if (rects.length < 2 || parent.closest('code')) return [];
      return [...node.data.matchAll(/[\p{L}\p{M}]+/gu)].flatMap(({ 0: word, index }) => {
        const around = `${node.data[index - 1] ?? ''}${node.data[index + word.length] ?? ''}`;
        if (/[\d/@._:\u00ad\u200b-]/.test(around)) return [];
        const lines = rectsOf(node, index, index + word.length);
        const isBroken = lines.some(({ top }) => top > (lines[0]?.bottom ?? 0) - 2);
        return isBroken ? [`broken word '${word}': ${nameOf(parent)}`] : [];
      });
    }

    function cutControl(one: HTMLElement): string[] {
      const isSelect = one instanceof HTMLSelectElement;
      if (!isSelect && !(one instanceof HTMLInputElement)) return [];
      const text = isSelect ? (one.selectedOptions[0]?.text ?? '') : one.value ? '' : one.placeholder;
      const context = document.createElement('canvas').getContext('2d');
      if (!text || !context) return [];
      const { font, paddingLeft, paddingRight, appearance } = getComputedStyle(one);
      if (isSelect && endsInDots(one)) return [];
      context.font = font;
      const arrow = isSelect && appearance !== 'none' ? 18 : 0;
      const room = one.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - arrow;
      const width = context.measureText(text).width;
      return width > room + 1
        ? [`${Math.ceil(width - room)}px of '${text}' is cut: ${one.tagName} ${one.name}`]
        : [];
    }

    function unequalButtons(): string[] {
      const buttons = elements.filter((one) => one.classList.contains('button'));
      return buttons.flatMap((one) => {
        const next = one.nextElementSibling;
        if (!next?.classList.contains('button')) return [];
        const [a, b] = [one.getBoundingClientRect(), next.getBoundingClientRect()];
        const isOneRow = a.top < b.bottom - 2 && b.top < a.bottom - 2;
        return isOneRow && Math.abs(a.height - b.height) > 1
          ? [`unequal heights ${a.height} and ${b.height}: ${nameOf(one)} and ${nameOf(next)}`]
          : [];
      });
    }

    function wrongScripts({ node, parent }: ShownText): string[] {
      if (/(?![0-9])\p{Nd}/u.test(node.data)) return [`digits of another script: ${nameOf(parent)}`];
      // People write their names in any script.
      if (parent.matches('.item-link, .item-students')) return [];
      const tag = parent.closest('[lang]')?.getAttribute('lang')?.split('-')[0] ?? '';
      const other = Object.entries(scriptByTag).find(
        ([known, script]) => known !== tag && new RegExp(`\\p{Script=${script}}`, 'u').test(node.data),
      );
      return other ? [`${other[1]} under lang '${tag}': ${nameOf(parent)}`] : [];
    }
  }, scripts);
