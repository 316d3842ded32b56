/** One real browser for a test file, and pages of the two sizes in which the app is tested. */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { findChromium } from './chromium.ts';
import { recordShownMessages } from './seen.ts';

export type Screen = {
  context: BrowserContext;
  page: Page;
  /** The page's exceptions and console errors; a test asserts that there are none. */
  errors: string[];
  /** Keeps the messages seen and closes the context. May be called twice. */
  done: () => Promise<void>;
};

export type ScreenOptions = BrowserContextOptions & {
  /** Says whether the prerendered screen is visible before the app has taken it over; by default it is not. */
  seesPrerendered?: boolean;
};

export type TestBrowser = {
  /** The browser's name and source. */
  name: string;
  browser: Browser;
  /** 360×740, touch. `test` names it in the table of messages seen. */
  phone: (test: string, options?: ScreenOptions) => Promise<Screen>;
  /** 1280×800, mouse. */
  desktop: (test: string, options?: ScreenOptions) => Promise<Screen>;
  close: () => Promise<void>;
};

const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
};
/**
 * A service worker would fetch assets past the routes that tests set up, and animations take processor time for as long
 * as they run: a test about either allows it.
 */
const common: BrowserContextOptions = {
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
  serviceWorkers: 'block',
  reducedMotion: 'reduce',
};
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

/** Actions wait this long for their element, so that a failing test names it well before the test's own time. */
const actionTimeoutMs = 15_000;

/** Takes the place of Playwright's list of disabled features, which has the partitioning of storage: the last switch counts. */
const partitioned = '--disable-features=Translate';

/** Pages of tests live for seconds: compiling their code once more, for speed, takes longer than it saves. */
const unoptimized = '--js-flags=--no-opt';

/**
 * Launches the browser, with its window if `headed`. `partitionsStorage`: a frame of another site has separate storage,
 * as in common browsers. `optimizes`: scripts that are called often are compiled for speed, which measurements of a
 * page need.
 */
export async function openBrowser({
  headed = false,
  partitionsStorage = false,
  optimizes = true,
} = {}): Promise<TestBrowser> {
  const { path, name, args, env } = await findChromium({ headed });
  const browser = await chromium.launch({
    executablePath: path,
    headless: !headed,
    args: [...args, ...(optimizes ? [] : [unoptimized]), ...(partitionsStorage ? [partitioned] : [])],
    env: { ...definedOnly(process.env), ...env },
  });
  const screen = (size: BrowserContextOptions) => (test: string, options?: ScreenOptions) =>
    openScreen(browser, test, { ...common, ...size, ...options });
  return { name, browser, phone: screen(phone), desktop: screen(desktop), close: () => browser.close() };
}

let opening: Promise<TestBrowser> | undefined;

/**
 * Shares `openBrowser` in a test file: call it at the file's top, read `browser()` in tests. All files of a worker
 * share one, because screens have separate contexts; it ends with the worker, which it is connected to by a pipe.
 */
export function browserForFile(): () => Promise<TestBrowser> {
  return () => {
    opening ??= openBrowser({ optimizes: false });
    return opening;
  };
}

async function openScreen(
  browser: Browser,
  test: string,
  { seesPrerendered = false, ...options }: ScreenOptions,
): Promise<Screen> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(actionTimeoutMs);
  // A TypeScript runner may name the functions in a page by a helper that the page does not have.
  await context.addInitScript('globalThis.__name ??= (one) => one;');
  if (!seesPrerendered) await context.addInitScript(hidePrerendered);
  const finish = await recordShownMessages(context, test);
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(String(error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error' && !isReply(message.text())) errors.push(message.text());
  });
  const page = await context.newPage();
  let closing: Promise<void> | undefined;
  return {
    context,
    page,
    errors,
    done: () => {
      closing ??= finish().then(() => context.close());
      return closing;
    },
  };
}

/** Playwright waits for what cannot be seen yet: tests meet the screen once the app answers. */
function hidePrerendered(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('#root[data-prerendered] { visibility: hidden }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Chromium logs every reply of 4xx and 5xx as an error; the app expects many of them. */
function isReply(text: string): boolean {
  return text.startsWith('Failed to load resource:');
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
