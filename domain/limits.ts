/** The product's numbers (specification, section 9), each with one name and one home. */
export const limits = {
  /** Rupees per student; the total must be above it, so 20000 itself is refused. */
  minimumTotalFee: 20000,
  /** Net monthly salary in rupees below which the household's income is asked for. */
  householdIncomeBelow: 25000,
  receiptMaxBytes: 5242880,
  /** The search starts after this many characters, that is from the third on. */
  searchAfterCharacters: 2,
  mobileDigits: 10,
  pincodeMaxDigits: 6,
  feeMaxLength: 10,
  /** The largest amount that `feeMaxLength` digits can say, in rupees. */
  amountMax: 9_999_999_999,
  studentMaxAge: { years: 58, months: 6 },
  /** What the native date input of a student offers; a typed date is not held against it. */
  studentDobPicker: { first: '1990-01-01', monthsAgo: 6 },
  applicantBirthYear: { first: 1950, last: 2005 },
  applicantDobPicker: { yearsAgo: 20 },
  /** The institution that is asked for its type. */
  typeOfInstituteFor: 202,
  stateListPageLength: 100,
  lenderId: 15,
  otherLenderIds: [11, 12],
  waitingMessageMs: 2000,
  waitingMessages: 4,
  toastMs: 5000,
  carouselMs: 5000,
  swipePx: 40,
  dropdown: { maxHeight: 300, minHeight: 140, pageSize: 5 },
  storage: { partBytes: 5242880, parallelParts: 4, signedUrlSeconds: 900, defaultLevel: 'public' },
  planMonths: { first: 3, last: 10 },

  nameMaxLength: 100,
  emailMaxLength: 254,
  addressMaxLength: 250,
  placeMaxLength: 100,
  titleMaxLength: 200,
  rollNumberMaxDigits: 20,
  panLength: 10,
  ifscMaxLength: 20,
  accountMaxDigits: 20,
} as const;
