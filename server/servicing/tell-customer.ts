/** Tells a customer what has happened to the loan at a lender. */
import { lenderName } from '../config/lender-profiles.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/open.ts';
import type { LoanRow } from '../loans/tokens.ts';
import { type MessageSite, queueMessages } from '../outbox/queue.ts';
import type { TemplateValues } from '../outbox/templates.ts';

export type Telling = {
  now: Date;
  config: MessageSite & Pick<Config, 'lenderProfiles'>;
  /** Ids of `issued_documents`, which the mail has as attachments. */
  documents?: readonly string[];
};

type ServicingTemplate = Extract<keyof TemplateValues, `servicing.${string}`>;

/** Queues the messages of a template, whose values have the name of the lender besides. */
export function tellCustomer<Name extends ServicingTemplate>(
  tx: Database,
  { loan, row: { lenderId } }: { loan: LoanRow; row: { lenderId: number } },
  template: Name,
  given: Omit<TemplateValues[Name], 'lender'>,
  { config, ...telling }: Telling,
): Promise<void> {
  const values = { ...given, lender: lenderName(config.lenderProfiles, lenderId) };
  // The values are those of the template, which is one of many here.
  return queueMessages(tx, { loan, template, values, config, ...telling } as Parameters<
    typeof queueMessages
  >[1]);
}
