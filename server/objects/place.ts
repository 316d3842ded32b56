/**
 * Where the store is: what its addresses and its signatures name. An object is at `base/bucket/KEY`, and at `/bucket/KEY`
 * too, which is the only form that Amplify's client takes for its own.
 */
export const place = { base: '/storage', bucket: 'feepath-documents', region: 'ap-south-1' } as const;
