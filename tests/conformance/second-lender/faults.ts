/** The faults that can be planted in the second lender, each of which breaks one thing. */
export const faults = [
  'key_unchecked',
  'repeat_differs',
  'number_goes_back',
  'verdict_goes_back',
  'number_of_another',
  'schedule_off',
  'state_goes_back',
  'id_doubled',
  'amount_in_rupees',
  'debits_unannounced',
  'total_wrong',
  'event_unsigned',
] as const;

export type Fault = (typeof faults)[number];

export type HasFault = (fault: Fault) => boolean;
