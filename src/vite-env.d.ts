/// <reference types="vite/client" />

/** True in builds made with TRACE_MESSAGES=1, which tests use; the code behind it is dropped elsewhere. */
declare const __TRACE_MESSAGES__: boolean;

/** The version of the catalogues in the names of their files, see scripts/messages.ts. */
declare const __MESSAGES_VERSION__: string;

declare module '*?messages=first' {
  const messages: Record<string, import('react-intl').MessageFormatElement[]>;
  export default messages;
}

declare module '*?messages=query' {
  const messages: Record<string, import('react-intl').MessageFormatElement[]>;
  export default messages;
}

declare module '*?messages=secondary' {
  const messages: Record<string, import('react-intl').MessageFormatElement[]>;
  export default messages;
}

declare module '*?messages=student' {
  const messages: Record<string, import('react-intl').MessageFormatElement[]>;
  export default messages;
}

declare module '*?messages=applicant' {
  const messages: Record<string, import('react-intl').MessageFormatElement[]>;
  export default messages;
}

declare module '*?messages=consumer' {
  const messages: Record<string, import('react-intl').MessageFormatElement[]>;
  export default messages;
}

declare module '*?messages=status' {
  const messages: Record<string, import('react-intl').MessageFormatElement[]>;
  export default messages;
}

declare module '*?messages=document' {
  const messages: Record<string, import('react-intl').MessageFormatElement[]>;
  export default messages;
}

declare module '*?messages=servicing' {
  const messages: Record<string, import('react-intl').MessageFormatElement[]>;
  export default messages;
}

declare module '*?messages=review' {
  const messages: Record<string, import('react-intl').MessageFormatElement[]>;
  export default messages;
}

declare namespace FormatjsIntl {
  interface Message {
    ids: import('../locales/index.ts').MessageId;
  }
}
