import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureDatabaseFolder } from './fresh.ts';

let root: string;
let made = 0;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'feepath-fresh-'));
  made = 0;
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const create = async (folder: string) => {
  made += 1;
  writeFileSync(join(folder, 'PG_VERSION'), String(made));
};

it('makes a folder once', async () => {
  const folder = join(root, 'data', 'db');
  await ensureDatabaseFolder(folder, create);
  await ensureDatabaseFolder(folder, create);
  expect(readFileSync(join(folder, 'PG_VERSION'), 'utf8')).toBe('1');
});

it('leaves nothing behind where it fails', async () => {
  const folder = join(root, 'db');
  const fails = async (draft: string) => {
    writeFileSync(join(draft, 'half'), '');
    throw new Error('the disk is full');
  };
  await expect(ensureDatabaseFolder(folder, fails)).rejects.toThrow('the disk is full');
  expect(readdirSync(root)).toEqual([]);
});

it('copies a template, and makes it first where there is none', async () => {
  const template = join(root, 'cache', 'template');
  await ensureDatabaseFolder(join(root, 'a'), create, template);
  await ensureDatabaseFolder(join(root, 'b'), create, template);
  expect(made).toBe(1);
  expect(existsSync(join(root, 'b', 'PG_VERSION'))).toBe(true);
  expect(existsSync(join(template, 'PG_VERSION'))).toBe(true);
});
