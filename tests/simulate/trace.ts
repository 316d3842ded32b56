/** The trace of a run: hashed as a whole, and kept in words for its end. */
import { createHash } from 'node:crypto';

const mostLines = 400;

export class Trace {
  readonly #hash = createHash('sha256');
  readonly #lines: string[] = [];
  /** Statements that the database was given since the last step. */
  statements = 0;
  allStatements = 0;
  onLine: ((line: string) => void) | undefined;

  step(now: number, actor: string, label: string): void {
    this.note(now, `${actor} ${label}${this.statements > 0 ? ` (${this.statements})` : ''}`);
    this.statements = 0;
  }

  countStatement(): void {
    this.statements += 1;
    this.allStatements += 1;
  }

  note(now: number, what: string): void {
    const line = `${now} ${what}`;
    this.#hash.update(line).update('\n');
    this.#lines.push(line);
    this.onLine?.(line);
    if (this.#lines.length > 2 * mostLines) this.#lines.splice(0, mostLines);
  }

  get hash(): string {
    return this.#hash.copy().digest('hex').slice(0, 16);
  }

  last(count: number): string[] {
    return this.#lines.slice(-count).map((line) => {
      const [at = '', ...words] = line.split(' ');
      return `${new Date(Number(at)).toISOString()} ${words.join(' ')}`;
    });
  }
}
