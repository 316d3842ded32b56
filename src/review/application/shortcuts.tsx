/** Single keys for the desk: from field to field, flag, decide, send back. They can be turned off (WCAG 2.1.4). */
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../../../locales/index.ts';
import { isEmpty } from '../../../machines/desk/acts.ts';
import { Button } from '../../ui/Button.tsx';
import { Switch } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useServices } from '../services.ts';
import { type DeskActor, useDesk } from './actor.tsx';
import './shortcuts.css';

type Act = (desk: DeskActor, showHelp: () => void) => void;

/** In the order of the help; `key` as the event has it, in lower case. */
const shortcuts: readonly { key: string; help: MessageId; act: Act }[] = [
  { key: 'j', help: 'review.keys.next', act: () => moveFocus(1) },
  { key: 'k', help: 'review.keys.previous', act: () => moveFocus(-1) },
  { key: 'f', help: 'review.keys.flag', act: () => pressInFocusedField('flag') },
  { key: 'a', help: 'review.keys.accept', act: () => pressInFocusedField('accept') },
  { key: 'r', help: 'review.keys.askAgain', act: () => pressInFocusedField('askAgain') },
  {
    key: 's',
    help: 'review.keys.send',
    act: (desk) => {
      if (!isEmpty(desk.getSnapshot().context.reviewDraft)) desk.send({ type: 'preview.requested' });
    },
  },
  { key: '?', help: 'review.keys.help', act: (_, showHelp) => showHelp() },
];

/** A field has one control that the keys stop at: its flag, or the first decision about its answer. */
const stops = '[data-shortcut="flag"], [data-shortcut="accept"]';

function moveFocus(step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(stops)];
  const focused = document.activeElement;
  const field = focused?.closest('[data-shortcut-field]');
  const index = all.findIndex((stop) => stop === focused || stop.closest('[data-shortcut-field]') === field);
  const next = field && index >= 0 ? all[index + step] : step > 0 ? all[0] : all.at(-1);
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'center' });
}

const pressInFocusedField = (name: string): void =>
  document.activeElement
    ?.closest('[data-shortcut-field]')
    ?.querySelector<HTMLElement>(`[data-shortcut="${name}"]`)
    ?.click();

const takesLetters = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, select, textarea, [role="combobox"]'));

const storedName = 'shortcuts.off';

/** The button that explains the keys; while it is shown, the keys work, except in inputs and under dialogs. */
export function Shortcuts() {
  const desk = useDesk();
  const { tab } = useServices();
  const [isOn, setOn] = useState(() => tab.read(storedName) !== true);
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, repeat, defaultPrevented, isComposing } = event;
      if (ctrlKey || metaKey || altKey || repeat || defaultPrevented || isComposing) return;
      if (takesLetters(target) || document.querySelector('dialog[open]')) return;
      const shortcut = shortcuts.find((one) => one.key === key.toLowerCase());
      if (!shortcut) return;
      event.preventDefault();
      shortcut.act(desk, () => setHelpOpen(true));
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [desk, isOn]);
  const toggle = (on: boolean) => {
    setOn(on);
    if (on) tab.remove(storedName);
    else tab.write(storedName, true);
  };
  const close = () => setHelpOpen(false);
  return (
    <div className="shortcuts">
      <Button kind="quiet" onPress={() => setHelpOpen(true)}>
        <FormattedMessage id="review.keys.title" />
      </Button>
      {isHelpOpen && (
        <Dialog
          title={<FormattedMessage id="review.keys.title" />}
          onCancel={close}
          actions={
            <Button kind="primary" onPress={close}>
              <FormattedMessage id="review.keys.close" />
            </Button>
          }
        >
          <p>
            <FormattedMessage id="review.keys.where" />
          </p>
          <dl className="shortcut-list">
            {shortcuts.map(({ key, help }) => (
              <div key={key}>
                <dt>
                  <kbd>{key.toUpperCase()}</kbd>
                </dt>
                <dd>
                  <FormattedMessage id={help} />
                </dd>
              </div>
            ))}
          </dl>
          <Switch
            id="shortcuts-on"
            label={<FormattedMessage id="review.keys.on" />}
            checked={isOn}
            onChecked={toggle}
          />
        </Dialog>
      )}
    </div>
  );
}
