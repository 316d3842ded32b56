/** The checks of a run: each applies a rule of the document to one call. */
import { isDeepStrictEqual } from 'node:util';
import { rules } from './document.ts';

export type Failure = { rule: string; call: string; expected: string; came: string };
export type Skipped = { rule: string; why: string };

export class Report {
  checks = 0;
  readonly failures: Failure[] = [];
  readonly skipped: Skipped[] = [];
  readonly checked = new Set<string>();

  /** @throws Error where the document does not have the rule */
  check(
    rule: string,
    call: string,
    { ok, expected, came }: Omit<Failure, 'rule' | 'call'> & { ok: boolean },
  ) {
    if (!(rule in rules)) throw new Error(`The document has no rule ${rule}`);
    this.checks += 1;
    this.checked.add(rule);
    if (!ok) this.failures.push({ rule, call, expected, came });
    return ok;
  }

  equal(rule: string, call: string, came: unknown, expected: unknown): boolean {
    const ok = isDeepStrictEqual(came, expected);
    return this.check(rule, call, { ok, expected: shown(expected), came: shown(came) });
  }

  skip(rule: string, why: string): void {
    if (!this.skipped.some((one) => one.rule === rule && one.why === why)) this.skipped.push({ rule, why });
  }

  /** The lines for a person; the last one has the figures. */
  lines(): string[] {
    return [
      ...this.skipped.map(({ rule, why }) => `skipped ${rule}: ${why}`),
      ...this.failures.flatMap(({ rule, call, expected, came }) => [
        `failed ${rule}: ${rules[rule]?.trim()}`,
        `  call      ${call}`,
        `  expected  ${expected}`,
        `  came      ${came}`,
      ]),
      `conformance: ${this.checks} checks, ${this.failures.length} failed`,
    ];
  }
}

/** A value in a line that a person can read. */
export const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
};
