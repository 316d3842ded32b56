/** The pictures' script finds what is wrong on a page, and nothing on one where all is well. */
import { expect, test } from 'vitest';
import { layoutProblems } from '../screens/layout-problems.ts';
import { browserForFile } from '../support/browser.ts';
import { phoneFor } from './support/screens.ts';

const open = browserForFile();

const faults: [string, RegExp][] = [
  ['<div style="width: 500px">wide</div>', /^sticks out of the page: .*'wide'$/],
  ['<p style="width: 3em; overflow: hidden; white-space: nowrap">cut at its end</p>', /^is cut: /],
  ['<p style="width: 2em">unbreakable</p>', /^sticks out of its box: /],
  [
    '<div style="width: 3em; border: solid"><p style="width: 9em">wider than it</p></div>',
    /^sticks out of its box: .*'wider than it'/,
  ],
  ['<p>above</p><p style="margin-top: -2em">below</p>', /^on one another: .*'above' and .*'below'$/],
  ['<p style="width: 3em; overflow-wrap: anywhere">unbreakable</p>', /^broken word 'unbreakable'/],
  ['<input style="width: 4em" placeholder="longer than it">', /of 'longer than it' is cut/],
  ['<select style="width: 5em"><option>longer than it</select>', /of 'longer than it' is cut/],
  [
    '<b class="button" style="float: left">a</b><b class="button" style="float: left">a<br>b</b>',
    /^unequal /,
  ],
  ['<p>௧௨ rupees</p>', /^digits of another script/],
  ['<p>தமிழ்</p>', /^Tamil under lang 'en'/],
];

test('the check finds every fault of a faulty page and none on a sound page', async () => {
  const { page } = await phoneFor(await open(), 'layout problems');
  const problemsOf = async (body: string) => {
    await page.setContent(`<html lang="en"><meta name="viewport" content="width=device-width">${body}`);
    return layoutProblems(page.mainFrame());
  };
  for (const [body, problem] of faults)
    expect(await problemsOf(body), body).toContainEqual(expect.stringMatching(problem));
  const sound =
    '<p>A page of words, <a href="#">with a link</a>.</p><select><option>One</select><p lang="ta">தமிழ்</p>' +
    '<p style="width: min-content; white-space: pre-wrap">spaces hang over</p>';
  expect(await problemsOf(sound)).toEqual([]);
});
