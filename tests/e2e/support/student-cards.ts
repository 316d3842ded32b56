/** Student Details at a phone, of a loan that was brought there past the screens. */
import type { TestBrowser } from '../../support/browser.ts';
import { selvi } from './fixtures.ts';
import { control } from './interactions.ts';
import { loanWithStudents, newLoan, openLoan } from './loans.ts';
import { parentAt } from './parent.ts';
import { phoneFor } from './screens.ts';
import type { CreatedLoan, TestApp } from './test-app.ts';

/** For a test file: opens the cards under the name of the test, of a new loan or of one whose students are saved. */
export function studentCards(open: () => Promise<TestBrowser>, testApp: () => TestApp) {
  async function cardsOf(name: string, loan: CreatedLoan) {
    const { page } = await phoneFor(await open(), name);
    const parent = parentAt(page, testApp());
    await openLoan(page, testApp(), loan, 'student');
    await parent.isAtStudents();
    await control(page, 'Course').and(page.getByRole('combobox')).waitFor();
    return { page, parent, loanId: loan.loanId };
  }
  return {
    newCards: async (name: string) => cardsOf(name, await newLoan(testApp(), selvi)),
    savedCards: async (name: string) => cardsOf(name, await loanWithStudents(testApp(), selvi)),
  };
}
