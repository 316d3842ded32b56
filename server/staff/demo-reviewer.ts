/** The one account that every sandbox has. */

/** The reviewer of the sandbox, the same everywhere; signs in nowhere outside the sandbox (decision 28b). */
export const demoReviewer = {
  email: 'reviewer@feepath.example',
  password: 'feepath-demo-reviewer',
  name: 'Demo reviewer',
};
