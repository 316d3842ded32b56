/** The applicants of the stories, their typed answers, and the expected database values. */

/** A student's card by its labels, in the order of typing. Fees that are absent stay as the course brought them. */
export interface TypedStudent {
  'Student name': string;
  'Date of birth': string;
  'Roll number'?: string;
  'Name of the school or college'?: string;
  'Type of institute'?: string;
  Course: string;
  'Course name'?: string;
  'Academic year': string;
  'Annual fee': string;
  'New admission'?: true;
  'Admission fee'?: string;
  'Transportation fee'?: true;
  'Transport fee'?: string;
  'Other fees'?: string;
}

/** Applicant Details by its sections and labels, in the order of typing. */
export type TypedApplicant = Record<string, Record<string, string | true>>;

export interface ApplicantFixture {
  create: { Name: string; 'Mobile number': string; Email: string };
  institution: string;
  students: TypedStudent[];
  applicant: TypedApplicant;
  /** The plan to choose, in months. */
  months: number;
  /** The seed's ids of the chosen things, and the total of the fees in rupees (decision 10). */
  seeded: {
    institution: number;
    courses: number[];
    tenure: number;
    orderValue: number;
  };
}

export const thisYear = new Date().getFullYear();

/** An academic year as the page labels it, such as '2026–27'. */
export const academicYear = (from: number): string => `${from}–${String((from + 1) % 100).padStart(2, '0')}`;

/** Low salary, two children at one institution, a permanent address elsewhere. */
export const raman: ApplicantFixture = {
  create: {
    Name: 'Meena Raman',
    'Mobile number': '9000000001',
    Email: 'meena.raman@example.org',
  },
  institution: 'Neelamegha Trust School and College of Arts and Science',
  students: [
    {
      'Student name': 'Kavin Raman',
      'Date of birth': '2015-06-14',
      'Roll number': '0412',
      Course: 'Class V',
      'Academic year': academicYear(thisYear),
      'Annual fee': '51000',
      'New admission': true,
      'Admission fee': '11500',
      'Transportation fee': true,
      'Transport fee': '14250',
      'Other fees': '3100',
    },
    {
      'Student name': 'Yazhini Raman',
      'Date of birth': '2006-11-30',
      Course: 'B.Sc. Mathematics',
      'Academic year': academicYear(thisYear + 1),
      'Annual fee': '64500',
      'Other fees': '0',
    },
  ],
  applicant: {
    'Applicant Details': {
      Name: 'Meena Raman Pillai',
      'PAN number': 'abcpr1234k',
      'Date of birth': '1985-04-12',
      Gender: 'Female',
      'Relationship with the student': 'Mother',
      'Marital status': 'Married',
      "Father's name": 'Raman Pillai',
      'Alternate mobile number': '9000000002',
    },
    'Bank Details': {
      'IFSC code': 'sbin0001234',
      'Bank account number': '00123456789012',
      'Account type': 'Savings',
    },
    'Current Residence': {
      'Residence type': 'Rented',
      Address: '12/3, Temple Street',
      Pincode: '600004',
      State: 'Tamil Nadu',
      City: 'Mylapore',
    },
    'Permanent Residence': {
      Address: '7 River Road',
      Pincode: '6250',
      State: 'Tamil Nadu',
      City: 'Madurai',
    },
    'Employment Details': {
      Occupation: 'Salaried',
      Organization: 'Riverside Mills',
      'Business constitution': 'Private company',
      Designation: 'Senior Accountant',
      'Employed since': '2012-02-29',
      'Net monthly salary': '24999',
      'Household income': '61000',
    },
    'Office Address': {
      Address: '4, Mill Road, Guindy',
      Pincode: '600032',
      State: 'Tamil Nadu',
      City: 'Chennai',
    },
  },
  months: 6,
  seeded: {
    institution: 201,
    courses: [20205, 20215],
    tenure: 2020506,
    orderValue: 144_350,
  },
};

/** A business owner, one child at a HYBRID institution, the address in Aadhaar. */
export const sharma: ApplicantFixture = {
  create: {
    Name: 'Vikram Sharma',
    'Mobile number': '9000000011',
    Email: 'vikram@mail.example.org',
  },
  institution: 'Silverpine Grove International School',
  students: [
    {
      'Student name': "Aarav D'Souza Sharma",
      'Date of birth': '2018-01-05',
      'Roll number': '77',
      Course: 'UKG',
      'Academic year': academicYear(thisYear),
      'Annual fee': '109001',
      'Transportation fee': true,
      'Transport fee': '28000',
      'Other fees': '9500',
    },
  ],
  applicant: {
    'Applicant Details': {
      Name: 'Vikram Sharma',
      'PAN number': 'ABCPS1234K',
      'Date of birth': '1979-12-31',
      Gender: 'Male',
      'Relationship with the student': 'Father',
      'Marital status': 'Others',
      "Father's name": 'Om Prakash Sharma',
      'Alternate mobile number': '9000000012',
    },
    'Bank Details': {
      'IFSC code': 'HDFC0000001',
      'Bank name': 'Bank of Baroda',
      'Bank account number': '50100012345678',
      'Account type': 'Current',
    },
    'Current Residence': {
      'Residence type': 'Owned',
      Address: 'Flat 9, Lake View',
      Pincode: '110001',
      State: 'Delhi',
      City: 'Karol Bagh',
      'This is the address in my Aadhaar': true,
    },
    'Employment Details': {
      Occupation: 'Self Employed',
      Organization: 'Sharma Traders',
      'Business constitution': 'Proprietorship',
      Designation: 'Owner',
      'Employed since': '2004-08-01',
      'Net monthly salary': '25000',
    },
    'Office Address': {
      Address: 'Shop 14, Old Market',
      Pincode: '110006',
      State: 'Delhi',
      City: 'Chandni Chowk',
    },
  },
  months: 6,
  // 2.5 % of 146501 is the institution's: 142838.475, rounded up once.
  seeded: {
    institution: 204,
    courses: [20403],
    tenure: 2040306,
    orderValue: 142_839,
  },
};

/** A grandparent's name in Tamil script, a college that is not on the list, and little that may be left out. */
export const selvi: ApplicantFixture = {
  create: {
    Name: 'செல்வி முருகன்',
    'Mobile number': '9000000021',
    Email: 'selvi@example.org',
  },
  institution: 'Others',
  students: [
    {
      'Student name': 'மாறன்',
      'Date of birth': '2001-03-09',
      'Name of the school or college': 'மருதம் கல்லூரி, மதுரை',
      'Type of institute': 'College',
      Course: 'Coaching or skill course',
      'Course name': 'Tally and accounts',
      'Academic year': academicYear(thisYear - 1),
      'Annual fee': '20001',
      'New admission': true,
      'Admission fee': '0',
      'Other fees': '',
    },
  ],
  applicant: {
    'Applicant Details': {
      Name: 'செல்வி முருகன்',
      'PAN number': 'abcpm1234k',
      'Date of birth': '1950-01-01',
      Gender: 'Transgender',
      'Relationship with the student': 'Self',
      'Marital status': 'Unmarried',
      "Father's name": 'முருகன்',
      'Alternate mobile number': '+91 90000 00022',
    },
    'Bank Details': {
      'IFSC code': 'IDIB000M001',
      'Bank account number': '6001',
      'Account type': 'Savings',
    },
    'Current Residence': {
      'Residence type': 'Owned',
      Address: '3வது தெரு',
      Pincode: '625001',
      State: 'Tamil Nadu',
      City: 'Madurai',
      'This is the address in my Aadhaar': true,
    },
    'Employment Details': {
      Occupation: 'Salaried',
      Organization: 'Meenakshi Stores',
      Designation: 'Cashier',
      'Employed since': `${thisYear - 1}-01-01`,
      'Net monthly salary': '0',
      'Household income': '9000',
    },
    'Office Address': {
      Address: '1 North Gate',
      Pincode: '625001',
      State: 'Tamil Nadu',
      City: 'Madurai',
    },
  },
  months: 3,
  seeded: { institution: 202, courses: [102], tenure: 10203, orderValue: 20_001 },
};

/** The same fixture with a PAN whose digits make the sandbox lender say something (decision 28). */
export function withPanDigits(fixture: ApplicantFixture, digits: string, email: string): ApplicantFixture {
  const person = fixture.applicant['Applicant Details'] ?? {};
  const pan = String(person['PAN number']);
  return {
    ...fixture,
    create: { ...fixture.create, Email: email },
    applicant: {
      ...fixture.applicant,
      'Applicant Details': {
        ...person,
        'PAN number': pan.slice(0, 5) + digits + pan.slice(9),
      },
    },
  };
}

/** The consumer app's additional answers of an employee, by section of Applicant Details. */
export const consumerAnswers: TypedApplicant = {
  'Applicant Details': { "Mother's maiden name": 'Lakshmi', 'Loan purpose': 'School fees' },
  'Current Residence': {
    Landmark: 'Opposite the bus stand',
    'Years at current address': '4',
    'Years in current city': '9',
  },
  'Employment Details': {
    'Total work experience in years': '12',
    'Current work experience in years': '10',
    'Monthly obligations': '3500',
  },
};
