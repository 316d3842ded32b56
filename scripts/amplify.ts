/** A Vite plugin that patches three places in Amplify's storage; the build fails once Amplify changes one of them. */
import type { Plugin } from 'vite';

interface Patch {
  /** The reason for the patch. */
  why: string;
  file: string;
  lines: string;
  replacement: string;
}

const patches: Patch[] = [
  {
    why: 'No setting reaches a store beside Amazon’s, renews credentials that were refused, or knows the right time.',
    file: '@aws-amplify/storage/dist/esm/providers/s3/utils/resolveS3ConfigAndInput.mjs',
    lines: `                    forcePathStyle: true,
                }
                : {}),
        },`,
    replacement: `                    forcePathStyle: true,
                }
                : {}),
            ...amplify.libraryOptions?.Storage?.S3?.client,
        },`,
  },
  {
    why: 'Each request begins with the device’s own clock, and learns for itself alone that it is wrong.',
    file: '@aws-amplify/core/dist/esm/clients/middleware/signing/middleware.mjs',
    lines: `const signingMiddlewareFactory = ({ credentials, region, service, uriEscapePath = true, }) => {
    let currentSystemClockOffset;
    return (next, context) => async function signingMiddleware(request) {
        currentSystemClockOffset = currentSystemClockOffset ?? 0;`,
    replacement: `let currentSystemClockOffset;
const signingMiddlewareFactory = ({ credentials, region, service, uriEscapePath = true, systemClockOffset = 0, }) => {
    return (next, context) => async function signingMiddleware(request) {
        currentSystemClockOffset = currentSystemClockOffset ?? systemClockOffset;`,
  },
  {
    why: 'Uploads are noted in the device’s storage, which may be full or closed, and forgotten when the line is lost.',
    file: '@aws-amplify/storage/dist/esm/client/apis/uploadData.mjs',
    lines: 'resumableUploadsCache: defaultStorage,',
    replacement: 'resumableUploadsCache: input?.options?.resumableUploadsCache ?? defaultStorage,',
  },
];

const storage = '/node_modules/@aws-amplify/storage/';

export function amplify(): Plugin {
  const patched = new Set<Patch>();
  return {
    name: 'feepath-amplify',
    transform: {
      filter: { id: /@aws-amplify\/(storage|core)\/dist\/esm\/.*\.mjs$/ },
      handler(code, id) {
        const patch = patches.find(({ file }) => id.replaceAll('\\', '/').endsWith(file));
        if (!patch) return null;
        if (code.split(patch.lines).length !== 2) this.error(changed(patch));
        patched.add(patch);
        return { code: code.replace(patch.lines, () => patch.replacement), map: null };
      },
    },
    buildEnd(error) {
      const isThere = [...this.getModuleIds()].some((id) => id.replaceAll('\\', '/').includes(storage));
      const missed = isThere && !error && patches.find((patch) => !patched.has(patch));
      if (missed) this.error(changed(missed));
    },
  };
}

const changed = ({ file, why }: Patch) =>
  `${file} is not as it was: see scripts/amplify.ts. It was mended because: ${why}`;
