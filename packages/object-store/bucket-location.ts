/**
 * The path, bucket and region of the embedded store, as its addresses and signatures name them. An object is at `base/bucket/KEY`, and at `/bucket/KEY`
 * too, which is the only form that Amplify's client takes for its own.
 */
export const bucketLocation = {
  base: '/storage',
  bucket: 'feepath-documents',
  region: 'ap-south-1',
} as const;
