/** The keys of an application: from field to field, flag, decide, send back, and on to the next application. */
import { useRouter } from '@tanstack/react-router';
import { isEmpty } from '../../../machines/desk/acts.ts';
import { applicationAddress } from '../address.ts';
import { moveFocus, type Shortcut, Shortcuts } from '../shortcuts.tsx';
import { useDesk } from './actor.tsx';
import { useNeighbours } from './neighbours.tsx';

/** A field has one control that the keys stop at: its flag, or the first decision about its answer. */
const stops = '[data-shortcut="flag"], [data-shortcut="accept"]';

const fieldOf = (element: Element | null) => element?.closest('[data-shortcut-field]') ?? null;

const pressInFocusedField = (name: string): void =>
  fieldOf(document.activeElement)?.querySelector<HTMLElement>(`[data-shortcut="${name}"]`)?.click();

export function ApplicationShortcuts() {
  const desk = useDesk();
  const { history } = useRouter();
  const { previous, next } = useNeighbours();
  const open = (loanId: string | null) => {
    if (loanId !== null) history.push(applicationAddress(loanId));
  };
  const shortcuts: readonly Shortcut[] = [
    { key: 'j', help: 'review.keys.next', named: true, act: () => moveFocus(1, stops, fieldOf) },
    { key: 'k', help: 'review.keys.previous', act: () => moveFocus(-1, stops, fieldOf) },
    { key: 'f', help: 'review.keys.flag', named: true, act: () => pressInFocusedField('flag') },
    { key: 'a', help: 'review.keys.accept', act: () => pressInFocusedField('accept') },
    { key: 'r', help: 'review.keys.askAgain', act: () => pressInFocusedField('askAgain') },
    {
      key: 's',
      help: 'review.keys.send',
      act: () => {
        if (!isEmpty(desk.getSnapshot().context.reviewDraft)) desk.send({ type: 'preview.requested' });
      },
    },
    { key: 'n', help: 'review.application.next', act: () => open(next) },
    { key: 'p', help: 'review.application.previous', act: () => open(previous) },
  ];
  return <Shortcuts shortcuts={shortcuts} />;
}
