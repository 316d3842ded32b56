/** The words of whole numbers in the languages, as banks in India write amounts: by thousands, lakhs and crores. */
import type { LanguageCode } from './index.ts';

/** The word on its own, and in front of the rest of the number. */
export type WordPair = readonly [alone: string, beforeRest: string];

export type NumberWords = {
  /** The words for 0 to 99. */
  upToNinetyNine: readonly string[];
  /** The words for 100 to 900. */
  hundreds: readonly WordPair[];
  thousands: (count: string, isOne: boolean) => WordPair;
  lakhs: (count: string, isOne: boolean) => WordPair;
  crores: (count: string, isOne: boolean) => WordPair;
  /** Rupees, and rupees with paise. */
  amount: (rupees: string, paise: string | null) => string;
};

const unchanged = (word: string): WordPair => [word, word];

const tensOf = (tens: readonly string[], join: (ten: string, digit: number) => string): string[] =>
  tens.flatMap((ten) => [ten, ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => join(ten, digit))]);

const englishDigits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

const english: NumberWords = {
  upToNinetyNine: [
    ...englishDigits,
    ...['ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen'],
    'nineteen',
    ...tensOf(
      ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'],
      (ten, digit) => `${ten}-${englishDigits[digit]}`,
    ),
  ],
  hundreds: englishDigits.slice(1).map((digit) => unchanged(`${digit} hundred`)),
  thousands: (count) => unchanged(`${count} thousand`),
  lakhs: (count) => unchanged(`${count} lakh`),
  crores: (count) => unchanged(`${count} crore`),
  amount: (rupees, paise) =>
    paise === null ? `Rupees ${rupees} only` : `Rupees ${rupees} and paise ${paise} only`,
};

const hindiNumbers = `शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस
  बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस
  तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस
  चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास
  पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ
  साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर
  सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी
  अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी
  नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे`.split(/\s+/);

const hindi: NumberWords = {
  upToNinetyNine: hindiNumbers,
  hundreds: hindiNumbers.slice(1, 10).map((digit) => unchanged(`${digit} सौ`)),
  thousands: (count) => unchanged(`${count} हज़ार`),
  lakhs: (count) => unchanged(`${count} लाख`),
  crores: (count) => unchanged(`${count} करोड़`),
  amount: (rupees, paise) => (paise === null ? `रुपये ${rupees} मात्र` : `रुपये ${rupees} और पैसे ${paise} मात्र`),
};

/** The signs that replace vowels behind a consonant. */
const tamilVowelSigns: Readonly<Record<string, string>> = {
  ...{ இ: 'ி', எ: 'ெ', ஏ: 'ே', ஐ: 'ை', ஒ: 'ொ', ஆ: 'ா' },
};

/** A word that ends in the vowel u, joined with the word behind it. */
function joinTamil(word: string, next: string): string {
  const sign = tamilVowelSigns[next.charAt(0)];
  return sign === undefined ? `${word} ${next}` : word.slice(0, -1) + sign + next.slice(1);
}

const tamilDigits = 'ஒன்று இரண்டு மூன்று நான்கு ஐந்து ஆறு ஏழு எட்டு ஒன்பது'.split(' ');
const tamilTens = ['இருபது', 'முப்பது', 'நாற்பது', 'ஐம்பது', 'அறுபது', 'எழுபது', 'எண்பது', 'தொண்ணூறு'];

/** Returns the form of a ten in front of a digit. */
const tamilTenBeforeDigit = (ten: string): string =>
  ten === 'தொண்ணூறு' ? 'தொண்ணூற்று' : `${ten.slice(0, -2)}த்து`;

const tamilHundreds = ['நூறு', 'இருநூறு', 'முந்நூறு', 'நானூறு', 'ஐந்நூறு', 'அறுநூறு', 'எழுநூறு', 'எண்ணூறு'];

/** Returns a count that ends in one in the form used before a scale: இருபத்தோரு லட்சம். */
const tamilCount = (count: string): string =>
  count === 'பதினொன்று' ? 'பதினொரு' : count.replace(/ொன்று$/, 'ோரு').replace(/ஒன்று$/, 'ஒரு');

/** பதினோராயிரம், மூவாயிரம்; the others are joined as they are. */
function tamilThousands(count: string, thousand: string): string {
  if (count === 'மூன்று') return `மூவ${thousand.replace('ஆ', 'ா')}`;
  if (count.endsWith('ொன்று')) return count.replace(/ொன்று$/, `ோர${thousand.replace('ஆ', 'ா')}`);
  return joinTamil(count, thousand);
}

const tamil: NumberWords = {
  upToNinetyNine: [
    ...['பூஜ்ஜியம்', ...tamilDigits, 'பத்து', 'பதினொன்று', 'பன்னிரண்டு', 'பதின்மூன்று', 'பதினான்கு'],
    ...['பதினைந்து', 'பதினாறு', 'பதினேழு', 'பதினெட்டு', 'பத்தொன்பது'],
    ...tensOf(tamilTens, (ten, digit) => joinTamil(tamilTenBeforeDigit(ten), tamilDigits[digit - 1] ?? '')),
  ],
  hundreds: [
    ...tamilHundreds.map((hundred): WordPair => [hundred, `${hundred.slice(0, -2)}ற்று`]),
    ['தொள்ளாயிரம்', 'தொள்ளாயிரத்து'],
  ],
  thousands: (count, isOne) =>
    isOne ? ['ஆயிரம்', 'ஆயிரத்து'] : [tamilThousands(count, 'ஆயிரம்'), tamilThousands(count, 'ஆயிரத்து')],
  lakhs: (count, isOne) => {
    const lakhs = `${isOne ? 'ஒரு' : tamilCount(count)} லட்ச`;
    return [`${lakhs}ம்`, `${lakhs}த்து`];
  },
  crores: (count, isOne) => unchanged(`${isOne ? 'ஒரு' : tamilCount(count)} கோடி`),
  amount: (rupees, paise) =>
    paise === null ? `ரூபாய் ${rupees} மட்டும்` : `ரூபாய் ${rupees} மற்றும் பைசா ${paise} மட்டும்`,
};

const teluguDigits = 'ఒకటి రెండు మూడు నాలుగు ఐదు ఆరు ఏడు ఎనిమిది తొమ్మిది'.split(' ');

/** Returns a count that ends in one in the form used before a scale: ఇరవై ఒక్క వేలు. */
const teluguCount = (count: string): string => count.replace(/ఒకటి$/, 'ఒక్క');

const telugu: NumberWords = {
  upToNinetyNine: [
    ...['సున్నా', ...teluguDigits, 'పది', 'పదకొండు', 'పన్నెండు', 'పదమూడు', 'పద్నాలుగు', 'పదిహేను'],
    ...['పదహారు', 'పదిహేడు', 'పద్దెనిమిది', 'పంతొమ్మిది'],
    ...tensOf(
      ['ఇరవై', 'ముప్పై', 'నలభై', 'యాభై', 'అరవై', 'డెబ్బై', 'ఎనభై', 'తొంభై'],
      (ten, digit) => `${ten} ${teluguDigits[digit - 1]}`,
    ),
  ],
  hundreds: [
    ['వంద', 'నూట'],
    ...teluguDigits.slice(1).map((digit): WordPair => [`${digit} వందలు`, `${digit} వందల`]),
  ],
  thousands: (count, isOne) =>
    isOne ? unchanged('వెయ్యి') : [`${teluguCount(count)} వేలు`, `${teluguCount(count)} వేల`],
  lakhs: (count, isOne) =>
    isOne ? unchanged('ఒక లక్ష') : [`${teluguCount(count)} లక్షలు`, `${teluguCount(count)} లక్షల`],
  crores: (count, isOne) =>
    isOne ? unchanged('ఒక కోటి') : [`${teluguCount(count)} కోట్లు`, `${teluguCount(count)} కోట్ల`],
  amount: (rupees, paise) =>
    paise === null ? `రూపాయలు ${rupees} మాత్రమే` : `రూపాయలు ${rupees}, పైసలు ${paise} మాత్రమే`,
};

const kannadaDigits = 'ಒಂದು ಎರಡು ಮೂರು ನಾಲ್ಕು ಐದು ಆರು ಏಳು ಎಂಟು ಒಂಬತ್ತು'.split(' ');
/** The vowel signs of the digits that begin with a vowel; the other digits follow the ten unchanged. */
const kannadaVowelSigns: Readonly<Record<string, string>> = {
  ...{ ಒ: 'ೊ', ಎ: 'ೆ', ಏ: 'ೇ', ಐ: 'ೈ', ಆ: 'ಾ' },
};

/** A ten ends in the vowel u, which the digit behind it replaces. */
function joinKannada(ten: string, digit: string): string {
  const stem = ten.slice(0, -1);
  const sign = kannadaVowelSigns[digit.charAt(0)];
  return sign === undefined ? stem + digit : stem + sign + digit.slice(1);
}

const kannadaHundreds = ['ನೂರು', 'ಇನ್ನೂರು', 'ಮುನ್ನೂರು', 'ನಾಲ್ಕುನೂರು', 'ಐನೂರು', 'ಆರುನೂರು', 'ಏಳುನೂರು'];

const kannada: NumberWords = {
  upToNinetyNine: [
    ...['ಸೊನ್ನೆ', ...kannadaDigits, 'ಹತ್ತು', 'ಹನ್ನೊಂದು', 'ಹನ್ನೆರಡು', 'ಹದಿಮೂರು', 'ಹದಿನಾಲ್ಕು', 'ಹದಿನೈದು'],
    ...['ಹದಿನಾರು', 'ಹದಿನೇಳು', 'ಹದಿನೆಂಟು', 'ಹತ್ತೊಂಬತ್ತು'],
    ...tensOf(
      ['ಇಪ್ಪತ್ತು', 'ಮೂವತ್ತು', 'ನಲವತ್ತು', 'ಐವತ್ತು', 'ಅರವತ್ತು', 'ಎಪ್ಪತ್ತು', 'ಎಂಬತ್ತು', 'ತೊಂಬತ್ತು'],
      (ten, digit) => joinKannada(ten, kannadaDigits[digit - 1] ?? ''),
    ),
  ],
  hundreds: [...kannadaHundreds, 'ಎಂಟುನೂರು', 'ಒಂಬೈನೂರು'].map((hundred) => [hundred, hundred.slice(0, -1)]),
  thousands: (count) => [`${count} ಸಾವಿರ`, `${count} ಸಾವಿರದ`],
  lakhs: (count) => [`${count} ಲಕ್ಷ`, `${count} ಲಕ್ಷದ`],
  crores: (count) => unchanged(`${count} ಕೋಟಿ`),
  amount: (rupees, paise) =>
    paise === null ? `ರೂಪಾಯಿ ${rupees} ಮಾತ್ರ` : `ರೂಪಾಯಿ ${rupees} ಮತ್ತು ಪೈಸೆ ${paise} ಮಾತ್ರ`,
};

export const numberWords: Readonly<Record<LanguageCode, NumberWords>> = {
  en: english,
  hi: hindi,
  ta: tamil,
  tl: telugu,
  ka: kannada,
};
