/** The verdict whose modal this tab has shown: a reload does not open it again over the same words. */
import type { WizardContext } from '../../../machines/wizard.ts';
import type { TabStore } from '../../hooks/tab-store.ts';

const key = 'verdict';

export function readSeenVerdict(tab: TabStore): string | null {
  const seen = tab.read(key);
  return typeof seen === 'string' ? seen : null;
}

export function storeSeenVerdict(tab: TabStore, { seenVerdict }: Pick<WizardContext, 'seenVerdict'>): void {
  tab.write(key, seenVerdict);
}
