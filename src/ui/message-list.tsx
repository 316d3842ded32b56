/** The messages of a conversation, the oldest first. */
import type { ReactNode } from 'react';
import './message-list.css';

export interface ListedMessage {
  id: string;
  author: ReactNode;
  /** ISO 8601 instant. */
  at: string;
  /** The instant as people read it. */
  time: ReactNode;
  text: string;
  /** Written by who reads it, or by a colleague. */
  isOwn: boolean;
}

export function MessageList({ messages }: { messages: readonly ListedMessage[] }) {
  return (
    <ol className="stack-s3">
      {messages.map(({ id, author, at, time, text, isOwn }) => (
        <li key={id} className="message" data-own={isOwn || undefined}>
          <p className="message-author">
            {author}{' '}
            <time className="message-time" dateTime={at}>
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
