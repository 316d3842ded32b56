/** Single keys for the desk, and the button that explains them. They can be turned off (WCAG 2.1.4). */
import { useEffect, useEffectEvent, useState } from 'react';
import type { MessageId } from '../../locales/index.ts';
import { Button } from '../ui/button.tsx';
import { Switch } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { t } from '../i18n/i18n.tsx';
import { Key } from './key.tsx';
import { useServices } from './services.ts';
import './shortcuts.css';

export interface Shortcut {
  /** The event's `key`, in lower case. */
  key: string;
  help: MessageId;
  /** True if the key is also explained beside the button, if there is room. */
  named?: boolean;
  act: () => void;
}

const helpShortcut = { key: '?', help: 'review.keys.help' } as const;

/** Moves the focus from one of `stops` to the next or the one before; `of` tells which one an element belongs to. */
export function moveFocus(
  step: 1 | -1,
  stops: string,
  of: (element: Element | null) => Element | null = (element) => element,
): void {
  const all = [...document.querySelectorAll<HTMLElement>(stops)];
  const focused = of(document.activeElement);
  const index = focused ? all.findIndex((stop) => of(stop) === focused) : -1;
  const next = index >= 0 ? all[index + step] : step > 0 ? all[0] : all.at(-1);
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'center' });
}

const takesLetters = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, select, textarea, [role="combobox"]'));

const storedName = 'shortcuts.off';

/**
 * The button that explains the keys; while it is shown, the keys work, except in inputs and under dialogs.
 * @param props.shortcuts the shortcuts in the order of the help
 */
export function Shortcuts({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const { tab } = useServices();
  const [isOn, setOn] = useState(() => tab.read(storedName) !== true);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const showHelp = () => setHelpOpen(true);
  useShortcutKeys(shortcuts, isOn, showHelp);
  const toggle = (on: boolean) => {
    setOn(on);
    if (on) tab.remove(storedName);
    else tab.write(storedName, true);
  };
  return (
    <div className="shortcuts">
      {isOn &&
        shortcuts.map(
          ({ key, help, named }) =>
            named && (
              <span key={key} className="shortcuts-named" aria-hidden="true">
                <Key name={key} /> {t(help)}
              </span>
            ),
        )}
      <Button kind="quiet" onPress={showHelp}>
        {t('review.keys.title')} <Key name={helpShortcut.key} />
      </Button>
      {isHelpOpen && (
        <KeysDialog shortcuts={shortcuts} isOn={isOn} onToggle={toggle} onClose={() => setHelpOpen(false)} />
      )}
    </div>
  );
}

type KeysDialogProps = {
  shortcuts: readonly Shortcut[];
  isOn: boolean;
  onToggle: (on: boolean) => void;
  onClose: () => void;
};

const KeysDialog = ({ shortcuts, isOn, onToggle, onClose }: KeysDialogProps) => (
  <Dialog
    title={t('review.keys.title')}
    onCancel={onClose}
    actions={
      <Button kind="primary" onPress={onClose}>
        {t('review.keys.close')}
      </Button>
    }
  >
    <p>{t('review.keys.where')}</p>
    <dl className="shortcut-list stack-s2">
      {[...shortcuts, helpShortcut].map(({ key, help }) => (
        <div key={key}>
          <dt>
            <Key name={key} isName />
          </dt>
          <dd>{t(help)}</dd>
        </div>
      ))}
    </dl>
    <Switch id="shortcuts-on" label={t('review.keys.on')} checked={isOn} onChecked={onToggle} />
  </Dialog>
);

/** Acts on the keys while they are on, except in inputs and under dialogs. */
function useShortcutKeys(shortcuts: readonly Shortcut[], isOn: boolean, showHelp: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, repeat, defaultPrevented, isComposing } = event;
    if (ctrlKey || metaKey || altKey || repeat || defaultPrevented || isComposing) return;
    if (takesLetters(target) || document.querySelector('dialog[open]')) return;
    const shortcut = shortcuts.find((one) => one.key === key.toLowerCase());
    if (!shortcut && key !== helpShortcut.key) return;
    event.preventDefault();
    if (shortcut) shortcut.act();
    else showHelp();
  });
  useEffect(() => {
    document.body.toggleAttribute('data-keys-off', !isOn);
    if (!isOn) return;
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
