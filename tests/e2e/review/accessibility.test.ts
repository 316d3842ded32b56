/** Everybody can use the desk: axe finds nothing, and nothing is wider than the page. */
import { browserForFile } from '../../support/browser.ts';
import { deskStates } from '../states/desk.ts';
import { everybodyCanUse } from '../support/everybody.ts';
import { worldForFile } from '../support/world.ts';

everybodyCanUse(deskStates, browserForFile(), worldForFile());
