/** The links of the error summary by sections, where they are many. */
import { useIntl } from 'react-intl';
import { stepOfField, steps } from '../../../domain/pages/steps.ts';
import { sections } from '../../../domain/forms/fields/sections.ts';
import { messageId } from '../../../locales/index.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { focusField, SummaryLinks, type SummaryListProps } from '../../ui/error-summary.tsx';
import { openAncestorDetails } from '../../ui/open-ancestor-details.ts';
import { useApplicantStep } from './step.ts';

const maxUngrouped = 6;

/** The sections with their numbers of errors; the first is open. A link opens the section that it leads into. */
export function GroupedErrors({ items: all }: SummaryListProps) {
  const intl = useIntl();
  const { fields } = useApplicantStep().table;
  /** In query mode fields of the other step and documents are asked about as well. */
  const titleOf = (field: string) => {
    const section = fields[field]?.section;
    if (section) return sections[section].title;
    const step = stepOfField(field);
    return step === 'applicant' ? sections.documents.title : steps[step].title;
  };
  const items = all.map(({ onFollow, ...item }) => ({
    ...item,
    onFollow: onFollow ?? (() => goTo(item.id)),
  }));
  const titles = [...new Set(items.map(({ id }) => titleOf(id)))];
  if (items.length <= maxUngrouped || titles.length === 1) return <SummaryLinks items={items} />;
  return titles.map((title, index) => {
    const members = items.filter(({ id }) => titleOf(id) === title);
    return (
      <Disclosure
        key={title}
        title={`${intl.formatMessage({ id: messageId(title) })} (${members.length})`}
        startsOpen={index === 0}
      >
        <SummaryLinks items={members} />
      </Disclosure>
    );
  });
}

function goTo(field: string): void {
  openAncestorDetails(document.getElementById(field));
  focusField(field);
}
