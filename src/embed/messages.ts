/**
 * The messages from a framed page of the embedded flow to the page that frames it (docs/embedding.md): ids and
 * statuses, never personal data. `src/embed/frame.ts` sends these messages, `/embed.js` reads them.
 */
import type { LoanStatus } from '../../domain/values/wire.ts';

export type EmbedMessage =
  | { type: 'feepath.ready' }
  | { type: 'feepath.loan.created'; loanId: string }
  | { type: 'feepath.loan.submitted'; loanId: string }
  | { type: 'feepath.loan.status'; loanId: string; status: LoanStatus }
  /** A message for older hosts with their own iframe, which know no other message. */
  | { type: 'feepath.loanOpened'; loanId: string }
  /** The person went back to the start page, to begin another loan. */
  | { type: 'feepath.loanLeft' }
  /** The height of the content, in CSS pixels. */
  | { type: 'feepath.height'; height: number }
  /** The part of the frame that the person acts on next, in CSS pixels from the frame's top. */
  | { type: 'feepath.scroll'; top: number; bottom: number }
  /** A press of Escape that closes nothing in the page. */
  | { type: 'feepath.closeRequested' };

export type EmbedMessageType = EmbedMessage['type'];

export type MessageOf<Type extends EmbedMessageType> = Extract<EmbedMessage, { type: Type }>;

const inlineFrame = /^feepath-inline(?::(\d{1,4}))?$/;

/**
 * Returns the name of an iframe that grows with its content; the framed page finds it as `window.name`.
 * @param coveredTop the height of what covers the top of the page around, in CSS pixels
 */
export const inlineFrameName = (coveredTop: number): string => `feepath-inline:${coveredTop}`;

/** @returns `coveredTop` of an inline frame's name; null for any other name */
export function coveredTopOf(name: string): number | null {
  const inline = inlineFrame.exec(name);
  return inline && Number(inline[1] ?? 0);
}

/** The maximum height in CSS pixels; longer content scrolls inside the frame. */
const maxHeight = 50_000;

const isText = (value: unknown): boolean => typeof value === 'string';
const isLength = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= maxHeight;

/** The members of each message. */
const shapes: {
  [Type in EmbedMessageType]: Record<Exclude<keyof MessageOf<Type>, 'type'>, (value: unknown) => boolean>;
} = {
  'feepath.ready': {},
  'feepath.loan.created': { loanId: isText },
  'feepath.loan.submitted': { loanId: isText },
  'feepath.loan.status': { loanId: isText, status: isText },
  'feepath.loanOpened': { loanId: isText },
  'feepath.loanLeft': {},
  'feepath.height': { height: isLength },
  'feepath.scroll': { top: isLength, bottom: isLength },
  'feepath.closeRequested': {},
};

/** The only source from which messages are accepted. */
export interface MessageSource {
  origin: string;
  /** Null once the frame is removed. */
  window: unknown;
}

/**
 * @param event an event of any window, with any data
 * @returns the message with its known members alone; null unless the frame's own window has sent it from its origin
 */
export function readMessage(
  event: Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>,
  { origin, window }: MessageSource,
): EmbedMessage | null {
  if (event.origin !== origin || event.source === null || event.source !== window) return null;
  const data = Object(event.data) as Record<string, unknown>;
  const type = data.type as EmbedMessageType;
  if (!Object.hasOwn(shapes, type)) return null;
  const members = Object.entries<(value: unknown) => boolean>(shapes[type]);
  if (!members.every(([name, isValid]) => isValid(data[name]))) return null;
  return Object.fromEntries([['type', type], ...members.map(([name]) => [name, data[name]])]) as EmbedMessage;
}
