/** What the page of a sandbox's provider shows and does. */
import type { ProviderName } from '../adapters/provider.ts';

export type ProviderPage = {
  provider: ProviderName;
  /** Without the reference. */
  path: string;
  title: string;
  /** The page's content as HTML; undefined where there is no such request. */
  show: (reference: string, query: Record<string, string>) => Promise<string | undefined>;
  /** What happens when a button is pressed; undefined where there is no such request or button. */
  press: (
    reference: string,
    form: Partial<Record<'outcome' | 'method', string>>,
  ) => Promise<{ returnUrl: string; isAnnounced: boolean } | undefined>;
};
