/// <reference types="vite/client" />

/** True in builds made with TRACE_MESSAGES=1, which tests use; the code behind it is dropped elsewhere. */
declare const __TRACE_MESSAGES__: boolean;

declare module '*?words=first' {
  const words: Record<string, import('react-intl').MessageFormatElement[]>;
  export default words;
}

declare module '*?words=query' {
  const words: Record<string, import('react-intl').MessageFormatElement[]>;
  export default words;
}

declare module '*?words=rare' {
  const words: Record<string, import('react-intl').MessageFormatElement[]>;
  export default words;
}

declare module '*?words=student' {
  const words: Record<string, import('react-intl').MessageFormatElement[]>;
  export default words;
}

declare module '*?words=applicant' {
  const words: Record<string, import('react-intl').MessageFormatElement[]>;
  export default words;
}

declare module '*?words=status' {
  const words: Record<string, import('react-intl').MessageFormatElement[]>;
  export default words;
}

declare module '*?words=document' {
  const words: Record<string, import('react-intl').MessageFormatElement[]>;
  export default words;
}

declare module '*?words=review' {
  const words: Record<string, import('react-intl').MessageFormatElement[]>;
  export default words;
}

declare namespace FormatjsIntl {
  interface Message {
    ids: import('../locales/index.ts').MessageId;
  }
}
