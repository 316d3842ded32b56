/** The messages of a conversation, the oldest first. */
import type { ReactNode } from 'react';
import './message-list.css';

export interface ListedMessage {
  id: string;
  author: ReactNode;
  /** The time of the message, ISO 8601. */
  at: string;
  /** The instant as people read it. */
  time: ReactNode;
  text: string;
  /** True if the reader or a colleague wrote the message. */
  isOwn: boolean;
}

export function MessageList({ messages }: { messages: readonly ListedMessage[] }) {
  return (
    <ol className="stack-s3">
      {messages.map(({ id, author, at, time, text, isOwn }) => (
        <li key={id} className="message stack-s1" data-own={isOwn || undefined}>
          <p className="message-author">
            {author}{' '}
            <time className="message-time text-muted" dateTime={at}>
              {time}
            </time>
          </p>
          <p className="message-text" dir="auto">
            {text}
          </p>
        </li>
      ))}
    </ol>
  );
}
