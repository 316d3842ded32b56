/** A production server loads nothing of the sandbox: neither its modules nor its passwords. */
import { expect, it } from 'vitest';
import { demoKey } from '../../server/sandbox/demo-key.ts';
import { demoReviewer } from '../../server/sandbox/demo-reviewer.ts';
import { importsOf, type Source, sourcesOf } from './sources.ts';

const sources = new Map(
  sourcesOf('openapi', 'locales', 'domain', 'machines', 'packages', 'server').map((source) => [
    source.path,
    source,
  ]),
);

/** The modules that are loaded with `entry`, and with every one but the sandbox that it may load later. */
function loadedWith(entry: string): Source[] {
  const loaded = new Map<string, Source>();
  const load = (path: string) => {
    const source = sources.get(path);
    if (!source || loaded.has(path)) return;
    loaded.set(path, source);
    for (const { target, ours, typeOnly, dynamic } of importsOf(source))
      if (ours && !typeOnly && !(dynamic && target === 'server/sandbox/index.ts')) load(target);
  };
  load(entry);
  return [...loaded.values()];
}

it.each(['server/main.ts', 'server/admin.ts'])('%s loads no code of the sandbox in production', (entry) => {
  const production = loadedWith(entry);
  expect(production.length).toBeGreaterThan(50);
  const paths = production.map(({ path }) => path);
  expect(paths.filter((path) => /^server\/(sandbox\/|seed\/seed\.ts)/.test(path))).toEqual([]);
  for (const secret of [demoKey, demoReviewer.password])
    expect(production.filter(({ tree }) => tree.text.includes(secret)).map(({ path }) => path)).toEqual([]);
});

it('only the start loads the sandbox, at one place', () => {
  const places = [...sources.values()]
    .filter(({ path, isTest }) => !isTest && !path.startsWith('server/sandbox/'))
    .flatMap((source) => importsOf(source).map((one) => ({ ...one, from: source.path })))
    .filter(({ target, typeOnly }) => target.startsWith('server/sandbox/') && !typeOnly)
    .map(({ from, target, dynamic }) => `${from} → ${target}${dynamic ? ' (dynamic)' : ''}`);
  expect(places.filter((place) => !place.startsWith('server/testing/services.ts'))).toEqual([
    'server/app/start.ts → server/sandbox/index.ts (dynamic)',
  ]);
});
