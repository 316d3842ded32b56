/** The diagrams: every transition is drawn, where it belongs, in words that Mermaid takes. */
import { describe, expect, it } from 'vitest';
import { and, type AnyStateMachine, createMachine, fromPromise, not, or, setup, stateIn } from 'xstate';
import { causeOf, conditionOf, drawingsOf, isRoute, marks, mermaidOf } from './diagram.ts';
import { transitionName, transitionsOf } from './statechart.ts';
import { subjects } from './subjects/index.ts';

const machine = setup({
  actors: { read: fromPromise(() => Promise.resolve(0)) },
  guards: { isGood: () => true, isLate: () => false },
  delays: { pause: 300, timeout: 4000 },
}).createMachine({
  id: 'letter',
  initial: 'reading',
  on: { 'letter.torn': '.lost', 'letter.shown': { actions: () => {} } },
  states: {
    reading: {
      invoke: {
        src: 'read',
        onDone: [{ guard: 'isGood', target: 'answering.typing' }, { target: 'lost' }],
        onError: 'lost',
      },
      after: { timeout: 'lost' },
    },
    answering: {
      initial: 'thinking',
      on: {
        'letter.dropped': { guard: and(['isGood', not(or(['isLate', stateIn('sent')]))]), target: 'lost' },
      },
      states: {
        thinking: { on: { 'key.pressed': 'typing' } },
        typing: {
          after: { pause: 'thinking' },
          on: {
            'key.pressed': { target: 'typing', reenter: true },
            'letter.sent': { guard: () => true, target: '#letter.sent' },
          },
        },
      },
    },
    lost: { always: { guard: stateIn({ answering: 'typing' }), target: 'sent' } },
    sent: { type: 'final' },
  },
});

const drawn = (one: AnyStateMachine, byBrowser: ReadonlySet<string> = new Set()): string[] =>
  drawingsOf(one).map((drawing) => mermaidOf({ machine: one, byBrowser }, drawing));
/** Returns the lines as a reader sees them, with plain spaces. */
const linesOf = (one: AnyStateMachine): string[] =>
  drawn(one).flatMap((text) => text.split('\n').map((line) => line.trim().replaceAll('\u00a0', ' ')));
const wordsOf = (one: AnyStateMachine) =>
  transitionsOf(one).map((transition) => [causeOf(one, transition), conditionOf(transition)].join(' / '));

it('a transition says what causes it, and on what condition', () => {
  expect(wordsOf(machine)).toEqual([
    'letter.torn / ',
    'letter.shown / ',
    'read done / isGood',
    'read done / else',
    'read failed / ',
    'timeout, 4 s / ',
    'letter.dropped / isGood and not (isLate or in sent)',
    'key.pressed / ',
    'key.pressed / ',
    'letter.sent / condition',
    'pause, 300 ms / ',
    'at once / in answering.typing',
  ]);
});

describe('a diagram', () => {
  const lines = linesOf(machine);

  it('begins at the initial states, and ends at the final ones', () => {
    expect(lines).toContain('[*] --> letter_reading');
    expect(lines).toContain('[*] --> letter_answering_thinking');
    expect(lines).toContain('letter_sent --> [*]');
  });

  it('joins siblings, and says where inside of them an arrow begins and ends', () => {
    expect(lines).toContain('letter_reading --> letter_answering : ○ read done<br/>[isGood] → typing');
    expect(lines).toContain('letter_answering --> letter_sent : ○ letter.sent in typing<br/>[condition]');
    expect(lines).toContain(
      'letter_answering --> letter_lost : ○ letter.dropped<br/>[isGood and not (isLate or in sent)]',
    );
    expect(lines).toContain('letter_answering_thinking --> letter_answering_typing : ○ key.pressed');
  });

  it('has one arrow from one state to another, for all that leads there', () => {
    expect(lines).toContain(
      'letter_reading --> letter_lost : ○ read done<br/>[else]<br/>○ read failed<br/>○ timeout, 4 s',
    );
  });

  it('lets what is told to a composite state begin in any state of it', () => {
    expect(lines).toContain('letter_any --> letter_lost : ○ letter.torn');
    expect(lines).toContain('letter_any : ○ letter.shown');
  });

  it('puts into a state what does not lead out of it', () => {
    expect(lines).toContain('letter_answering_typing : ○ ↻ key.pressed');
  });

  it('marks who walks a transition', () => {
    const [drawing] = drawingsOf(machine);
    const [torn = ''] = transitionsOf(machine).map(transitionName);
    const chart = { machine, byBrowser: new Set([torn]) };
    const text = drawing ? mermaidOf(chart, drawing) : '';
    expect(text).toContain('●\u00a0letter.torn');
    expect(text).toContain('○\u00a0letter.shown');
  });
});

it('a composite state with one state in it is drawn as one', () => {
  const lines = linesOf(
    createMachine({
      id: 'clock',
      initial: 'going',
      states: {
        going: {
          initial: 'ticking',
          states: {
            ticking: {
              after: { 1000: { target: 'ticking', reenter: true } },
              on: { stop: '#clock.stopped' },
            },
          },
        },
        stopped: { on: { start: 'going' } },
      },
    }),
  );
  expect(lines.filter((line) => line.includes('ticking'))).toEqual([]);
  expect(lines).toContain('clock_going : ○ ↻ 1000, 1 s');
  expect(lines).toContain('clock_going --> clock_stopped : ○ stop');
});

it('regions have a diagram each', () => {
  const region = (event: string) => ({ initial: 'off', states: { off: { on: { [event]: 'on' } }, on: {} } });
  const texts = drawn(
    createMachine({
      id: 'lamps',
      type: 'parallel',
      on: { seen: { actions: () => {} } },
      states: { left: region('left.pressed'), right: region('right.pressed') },
    }),
  );
  expect(texts.map((text) => /(left|right)\.pressed/.exec(text)?.[1])).toEqual(['left', 'right']);
  expect(texts.every((text) => text.includes('lamps_left_any') || text.includes('lamps_right_any'))).toBe(
    true,
  );
});

describe('a machine that is too large for one diagram', () => {
  const events = Array.from({ length: 15 }, (_, index) => `event${index}`);
  const part = (next: string) => ({
    initial: 'a',
    states: {
      a: { on: { ...Object.fromEntries(events.map((event) => [event, 'b'])), next: `#book.${next}` } },
      b: {},
    },
  });
  const book = createMachine({
    id: 'book',
    initial: 'one',
    states: { one: part('two'), two: part('three'), three: part('one') },
  });
  const [whole = '', one = '', ...others] = drawn(book).map((text) => text.replaceAll('\u00a0', ' '));

  it('is drawn as a whole, without what is inside of its states', () => {
    expect(whole).toContain('book_one --> book_two : ○ next');
    expect(whole).toContain('class book_one composite');
    expect(whole).not.toContain('event0');
  });

  it('and each of its states with its neighbours', () => {
    expect(others).toHaveLength(2);
    expect(one).toContain('event0');
    expect(one).toContain('book_three_before --> book_one_a : ○ next in a');
    expect(one).toContain('book_one_a --> book_two_after : ○ next');
    expect(one).toContain('class book_two_after outside');
  });
});

describe.each(subjects)('the diagrams of $name', ({ machine: own }) => {
  it('show every transition, but those that ignore something and those of an address', () => {
    const missing = transitionsOf(own)
      .filter((one) => !isRoute(one) && (one.target || one.actions.length > 0))
      .map(transitionName)
      // The transition is the only one walked in the browser, so the mark found is its own.
      .filter((name) => !drawn(own, new Set([name])).some((text) => text.includes(marks.both)));
    expect(missing).toEqual([]);
  });

  it('have no sign in their words that ends them in Mermaid', () => {
    const words = linesOf(own).flatMap((line) => line.split(' : ').slice(1));
    expect(words.filter((text) => /[:;"{}#]/.test(text))).toEqual([]);
  });
});
