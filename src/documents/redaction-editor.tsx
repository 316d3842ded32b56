/**
 * The blackout of an Aadhaar number: a lender may know its last four digits alone, so the parent lays black bars over
 * the first eight before the photo leaves the phone.
 */
import { type MouseEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useIntl } from 'react-intl';
import { ok } from '../../domain/values/outcome.ts';
import { useMutation } from '../data/mutation.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/field-shell.tsx';
import { BinIcon, Icon, PlusIcon } from '../ui/icons.tsx';
import { t } from '../i18n/i18n.tsx';
import { useObjectUrl } from '../hooks/object-url.ts';
import { RedactionBar } from './redaction-bar.tsx';
import { nextBarRect, type BarRect, centreBarAt, firstBar, maxBars, resizeBar, barPixels } from './bars.ts';
import { decodeImage } from './decode.ts';
import { shrinkToJpeg, compressedMaxBytes } from './shrink.ts';
import './redact.css';

export type RedactionEditorProps = {
  /** The upright picture, as `prepare` returns it. */
  picture: Blob;
  /** Called with the picture, black under the bars. */
  onDone: (blob: Blob) => void;
  /** Sends the picture unchanged. */
  onSkip: () => void;
  onCancel: () => void;
};

export function RedactionEditor({ picture, onDone, onSkip, onCancel }: RedactionEditorProps) {
  const intl = useIntl();
  const helpId = useId();
  const address = useObjectUrl(picture);
  const stage = useRef<HTMLDivElement>(null);
  const editing = useBars(stage);
  const { bars, chosen, announcement } = editing;
  const [isUnreadable, setUnreadable] = useState(false);
  const { isPending, error, mutate } = useRedaction(picture, onDone);

  const moveToPointer = (event: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const [x, y] = [(event.clientX - left) / width, (event.clientY - top) / height];
    editing.changeChosen((bar) => centreBarAt(bar, x, y));
  };

  return (
    <Dialog
      wide
      title={t('document.redact.title')}
      close={intl.formatMessage({ id: 'document.cancel' })}
      onCancel={onCancel}
      actions={
        <>
          <Button onPress={onSkip}>{t('document.redact.skip')}</Button>
          <Button kind="primary" busy={isPending} onPress={() => mutate(bars)}>
            {t('document.redact.done')}
          </Button>
        </>
      }
    >
      <p>{t('document.redact.help')}</p>
      <div className="redact-picture" ref={stage}>
        <img
          src={address}
          alt={intl.formatMessage({ id: 'document.redact.photo' })}
          draggable={false}
          onClick={moveToPointer}
          onError={() => setUnreadable(true)}
        />
        {bars.map((bar, at) => (
          <RedactionBar
            key={at}
            bar={bar}
            number={at + 1}
            isChosen={at === chosen}
            describedBy={helpId}
            onChosen={() => editing.choose(at)}
            onChange={(next) => editing.change(at, next)}
            onChangeEnd={() => editing.announce(at, bar)}
            onRemove={() => editing.remove(at)}
          />
        ))}
      </div>
      <div className="text-muted text-small" id={helpId}>
        <p>{t('document.redact.drag')}</p>
        <p className="redact-keyboard-help">{t('document.redact.keys')}</p>
      </div>
      <Toolbars {...editing} />
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {(isUnreadable || error) && <ErrorNote role="alert">{t('document.redact.failed')}</ErrorNote>}
    </Dialog>
  );
}

const useRedaction = (picture: Blob, onDone: (blob: Blob) => void) =>
  useMutation({
    mutationFn: async (bars: readonly BarRect[]) => {
      const blob = await redactImage(picture, bars).catch(() => undefined);
      return blob ? ok(blob) : { kind: 'unreachable' as const };
    },
    onSuccess: onDone,
  });

/** Returns the bars on the picture, the chosen one, and the latest announcement about one. */
function useBars(stage: RefObject<HTMLElement | null>) {
  const intl = useIntl();
  const [bars, setBars] = useState<readonly BarRect[]>([firstBar]);
  const [chosen, choose] = useState(0);
  const [announcement, setAnnouncement] = useState<string>();
  const change = (at: number, next: BarRect) =>
    setBars((all) => all.map((one, index) => (index === at ? next : one)));
  const announce = (at: number, { x, y, width, height }: BarRect) => {
    const [left, top, wide, high] = [x, y, width, height].map((part) => Math.round(100 * part));
    setAnnouncement(
      intl.formatMessage({ id: 'document.redact.bar.at' }, { number: at + 1, left, top, wide, high }),
    );
  };
  const replaceAll = (next: readonly BarRect[]) => {
    flushSync(() => setBars(next));
    stage.current?.querySelectorAll<HTMLElement>('.redact-bar')[next.length - 1]?.focus();
  };
  return {
    ...{ bars, chosen, announcement, choose, change, announce },
    changeChosen(next: (bar: BarRect) => BarRect) {
      const changed = next(bars[chosen] ?? firstBar);
      change(chosen, changed);
      announce(chosen, changed);
    },
    add: () => replaceAll([...bars, nextBarRect(bars)]),
    remove(at: number) {
      if (bars.length > 1) replaceAll(bars.filter((_, index) => index !== at));
    },
  };
}

function Toolbars({ bars, chosen, changeChosen, add, remove }: ReturnType<typeof useBars>) {
  const resize = (wider: number, higher: number) => () =>
    changeChosen((bar) => resizeBar(bar, wider, higher));
  return (
    <>
      <div className="redact-toolbar cluster">
        <Sizes label={t('document.redact.width')}>
          <SizeButton sign="-" id="document.redact.narrower" onPress={resize(-step, 0)} />
          <SizeButton sign="+" id="document.redact.wider" onPress={resize(step, 0)} />
        </Sizes>
        <Sizes label={t('document.redact.height')}>
          <SizeButton sign="-" id="document.redact.thinner" onPress={resize(0, -step)} />
          <SizeButton sign="+" id="document.redact.thicker" onPress={resize(0, step)} />
        </Sizes>
      </div>
      <div className="redact-toolbar cluster">
        {bars.length < maxBars && (
          <Button kind="quiet" onPress={add}>
            <PlusIcon /> {t('document.redact.add')}
          </Button>
        )}
        {bars.length > 1 && (
          <Button kind="quiet" onPress={() => remove(chosen)}>
            <BinIcon /> {t('document.redact.remove')}
          </Button>
        )}
      </div>
    </>
  );
}

/** The amount by which a size button changes a bar, in fractions of the picture. */
const step = 0.02;

function Sizes({ label, children }: { label: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <div className="redact-sizes" role="group" aria-labelledby={id}>
      <span id={id}>{label}</span>
      {children}
    </div>
  );
}

type SizeId = `document.redact.${'narrower' | 'wider' | 'thinner' | 'thicker'}`;

function SizeButton({ sign, id, onPress }: { sign: '-' | '+'; id: SizeId; onPress: () => void }) {
  const intl = useIntl();
  return (
    <Button label={intl.formatMessage({ id })} onPress={onPress}>
      {sign === '+' ? <PlusIcon /> : <Icon d="M5 12h14" />}
    </Button>
  );
}

/** The side in pixels of the editor's largest canvas: every phone supports twice its number of pixels. */
const fullResolution = 4096;

/** The JPEG qualities (0 to 1), better than a photo's, so that encoding it twice is not visible. */
const qualities = [0.9, 0.75, 0.6];

/**
 * Returns the picture in full resolution as a JPEG; the pixels under the bars are black.
 * @returns undefined if the browser cannot read it, or has no memory for it
 */
async function redactImage(picture: Blob, bars: readonly BarRect[]): Promise<Blob | undefined> {
  const decoded = await decodeImage(picture, { longest: fullResolution });
  if (!decoded) return undefined;
  try {
    return await shrinkToJpeg(decoded, {
      maxBytes: compressedMaxBytes,
      longest: fullResolution,
      qualities,
      paint: (context, width, height) => {
        context.fillStyle = '#000';
        for (const bar of bars) {
          const pixels = barPixels(bar, width, height);
          context.fillRect(pixels.x, pixels.y, pixels.width, pixels.height);
        }
      },
    });
  } finally {
    decoded.close();
  }
}
