/** axe-core on a page as it stands. The page's own policy lets no script in, so the source is evaluated. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { waitForIdleLayout, unpinStickyElements } from './layout.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const looksFor = {
  everything: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  // Another colour scheme is another style sheet and nothing else.
  colours: { runOnly: { type: 'rule', values: ['color-contrast'] } },
  // The rules that another language can break on a page whose English passes.
  texts: {
    runOnly: {
      type: 'rule',
      values: [
        ...[
          'html-has-lang',
          'html-lang-valid',
          'valid-lang',
          'document-title',
          'empty-heading',
          'button-name',
        ],
        ...['link-name', 'label', 'select-name', 'image-alt', 'aria-input-field-name', 'target-size'],
        // Letters of another size need another contrast.
        'color-contrast',
      ],
    },
  },
} satisfies Record<string, RunOptions>;

/**
 * Returns axe's violations, one line each. An open modal dialog is checked alone: the page below it cannot be
 * reached, and is checked as another state.
 */
export async function accessibilityViolations(page: Page, what: keyof typeof looksFor): Promise<string[]> {
  await unpinStickyElements(page);
  await waitForIdleLayout(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  // Passed rules are neither reported nor worked out for each element.
  const violations = await page.evaluate(async (options) => {
    const { axe } = window as unknown as {
      axe: { run: (within: Node, options: unknown) => Promise<AxeResults> };
    };
    const within = document.querySelector('dialog:modal') ?? document;
    return (await axe.run(within, { ...options, resultTypes: ['violations'] })).violations;
  }, looksFor[what] as object);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id}: ${help} at ${target.join(' ')}\n${failureSummary}`,
    ),
  );
}
