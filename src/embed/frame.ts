/** The framed page's side of embedding: it tells the page around it what happens to the loan (decision 75). */
import type { WizardSnapshot } from '../../machines/wizard.ts';
import { growWithContent } from './inline-frame.ts';
import { loanMessages } from './loan-messages.ts';
import { coveredTopOf, type EmbedMessage } from './messages.ts';

interface WizardActor {
  getSnapshot(): WizardSnapshot;
  subscribe(listener: (snapshot: WizardSnapshot) => void): unknown;
}

/** @param origins the sites that may frame the page, separated by spaces; other sites get no message */
export function connectToHost(wizard: WizardActor, origins: string): void {
  const send = createSender(origins.split(' ').filter(Boolean));
  let before: WizardSnapshot | null = null;
  const update = (after: WizardSnapshot) => {
    for (const message of loanMessages(before, after)) send(message);
    before = after;
  };
  send({ type: 'feepath.ready' });
  update(wizard.getSnapshot());
  wizard.subscribe(update);
  const coveredTop = coveredTopOf(window.name);
  if (coveredTop !== null) growWithContent(send, coveredTop);
  addEventListener(
    'keydown',
    (event) => {
      if (isEscapeOfPage(event)) send({ type: 'feepath.closeRequested' });
    },
    true,
  );
}

/** Sends to each origin that the parent may have; the browser delivers a message to the origin that it names alone. */
function createSender(origins: readonly string[]): (message: EmbedMessage) => void {
  // Messages to other origins would only cause errors in the console, if the browser states the parent's origin.
  const parent = window.location.ancestorOrigins?.[0];
  const targets = origins.filter((origin) => parent === undefined || origin === parent);
  return (message) => targets.forEach((origin) => window.parent.postMessage(message, origin));
}

/** Returns whether Escape is meant for the page: open dialogs and lists close on it by themselves. */
const isEscapeOfPage = ({ key, isComposing }: KeyboardEvent): boolean =>
  key === 'Escape' &&
  !isComposing &&
  !document.querySelector('dialog[open]') &&
  !document.activeElement?.matches('select, [role="combobox"]');
