/** The product's numbers (specification, section 9), each with one name: `limits.NAME`. */
/** Rupees per student; the total must be above it, so 20000 itself is refused. */
export const minimumTotalFee = 20000;
/** Net monthly salary in rupees below which the household's income is asked for. */
export const householdIncomeBelow = 25000;
export const receiptMaxBytes = 5242880;
/** The limit for other documents; a scanned statement of six months is larger than a receipt. */
export const documentMaxBytes = 20971520;
/** The password of a locked PDF, in characters. */
export const documentPasswordMaxLength = 200;
/** The limit in bytes for a loan's uploads that were not added; beyond it, it gets no more upload credentials. */
export const uploadsMaxBytes = 209715200;
/** The search starts after this many characters, that is from the third on. */
export const searchAfterCharacters = 2;
export const mobileDigits = 10;
export const pincodeMaxDigits = 6;
export const feeMaxLength = 10;
/** The largest amount that `feeMaxLength` digits can say, in rupees. */
export const amountMax = 9_999_999_999;
/** Students of one loan; openapi/ says the same of one body. */
export const maxStudents = 20;
export const studentMaxAgeYears = 58;
export const studentMaxAgeMonths = 6;
/** The range that the native date input of a student offers; typed dates outside it are accepted. */
export const studentDobPickerFirst = '1990-01-01';
export const studentDobPickerMinAgeMonths = 6;
export const applicantBirthYearFirst = 1950;
export const applicantBirthYearLast = 2005;
/** The age in years below which the start of an employment is doubted, and accepted. */
export const employmentAgeUsual = 14;
export const applicantDobPickerMinAgeYears = 20;
/** An id that no institution has: it stands for an `institute_id` of the address that is no number (decision 14). */
export const unknownInstituteId = 0;
/** The institution that is asked for its type: 'Others', for schools that are not on the list. */
export const typeOfInstituteFor = 202;
/** Its name, as the list of institutions has it. */
export const othersName = 'Others';
export const stateListPageLength = 100;
/** The letters of an IFSC code that name the bank. */
export const ifscBankLetters = 4;
export const waitingMessageMs = 2000;
/** The interval at which a verdict that can change is asked for again. */
export const verdictRefreshMs = 30_000;

export const waitingMessages = 4;
export const toastMs = 5000;
export const carouselMs = 5000;
export const swipePx = 40;
export const dropdownLimits = { maxHeight: 300, minHeight: 140, pageSize: 5 } as const;
export const storage = {
  partBytes: 5242880,
  parallelParts: 4,
  signedUrlSeconds: 900,
  defaultLevel: 'public',
} as const;
export const planMonths = { first: 3, last: 10 } as const;
/** The largest part of the fees that a loan can pay, in percent. */
export const feeCoveragePercent = 100;
/** Within which an application is decided. */
export const decisionHours = 24;

export const nameMaxLength = 100;
export const emailMaxLength = 254;
export const addressMaxLength = 250;
export const placeMaxLength = 100;
export const titleMaxLength = 200;
export const rollNumberMaxDigits = 20;
export const panLength = 10;
export const ifscMaxLength = 20;
export const accountMaxDigits = 20;
/** The limit for an experience, a business or a residence, in completed years. */
export const yearsMax = 99;
/** The length of a reviewer's message about one field, in characters. */
export const queryMessageMaxLength = 1000;
/** The length of a note for colleagues, in characters. */
export const noteMaxLength = 1000;
/** The length of an applicant's answer that a flagged value is correct, in characters. */
export const queryAnswerMaxLength = 500;
/** The length of a query to support, and of its answer, in characters. */
export const supportTextMaxLength = 2000;
/** The title length in characters, and the number, of standard answers at the desk. */
export const standardAnswerTitleMaxLength = 100;
export const standardAnswersMax = 200;
/** The number of messages from one customer, mobile number or mail address to support within 24 hours. */
export const supportMessagesPerDay = 10;
export const oneTimePasswordDigits = 6;
/** The tries for one loan; days are India's. */
export const wrongReentryTriesPerDay = 5;
/** The age in years below which a parent or guardian speaks for a student. */
export const majorityAge = 18;

/** Characters of a password that a member of staff chooses. */
export const staffPasswordMinLength = 12;
/** The most applications or conversations that a queue of the desk counts; its pages go on behind that. */
export const queueCounted = 1000;
/** The age in milliseconds from which an application is late: a decision is promised within a day. */
export const lateAfterMs = 24 * 60 * 60 * 1000;
/** The age in milliseconds from which an application is very late: 3 days. */
export const veryLateAfterMs = 3 * 24 * 60 * 60 * 1000;
