import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { type JobKind, jobKinds, kindRow } from '../jobs/kinds.ts';
import { systemClock } from '../platform/clock.ts';
import { createMetrics } from './metrics.ts';

const fileOf = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const { groups } = load(fileOf('alerts.yaml')) as { groups: { rules: { alert: string; expr: string }[] }[] };
const rules = groups.flatMap((group) => group.rules);

/** The names of all metrics, as a server without its database lists them. */
async function metricNames(): Promise<string[]> {
  const away = { execute: async () => Promise.reject(new Error('away')) } as unknown;
  const connections = () => ({ total: 0, idle: 0, waiting: 0 });
  const metrics = createMetrics(
    { db: away as Parameters<typeof createMetrics>[0]['db'], clock: systemClock },
    connections,
  );
  const text = await metrics.text();
  metrics.close();
  return [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name],
  );
}

describe('the alert rules', () => {
  it('name only existing metrics', async () => {
    const known = await metricNames();
    const named = rules.flatMap(({ expr }) => expr.match(/\b(feepath|nodejs|process)_\w+/g) ?? []);
    expect(named.length).toBeGreaterThanOrEqual(rules.length);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('name every metric of the product', async () => {
    const own = (await metricNames()).map((name) => name.replace(/_(bucket|count|sum)$/, ''));
    const all = rules.map(({ expr }) => expr).join();
    expect(own.filter((name) => name.startsWith('feepath_') && !all.includes(name))).toEqual([]);
  });

  it('watch every kind of job that is repeated', () => {
    const [, kinds = ''] =
      /kind=~"([^"]+)"/.exec(rules.find(({ alert }) => alert === 'HourlyJobsFail')?.expr ?? '') ?? [];
    const repeated = (Object.keys(jobKinds) as JobKind[]).filter((kind) => kindRow(kind).everyMs);
    expect(kinds.split('|').toSorted()).toEqual(repeated.toSorted());
  });

  it('each have a section in the runbook, which has no other', () => {
    const sections = [...fileOf('runbook.md').matchAll(/^## (.+)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(rules.map(({ alert }) => alert));
  });
});
