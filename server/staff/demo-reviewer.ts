/** The one account that every sandbox has. */

/** The reviewer of the sandbox, the same everywhere; signs in nowhere outside the sandbox (decision 28b). */
export const demoReviewer = {
  email: 'reviewer@feepath.example',
  password: 'feepath-demo-reviewer',
  /** Of the password, which everybody knows, so that no start has to make it. */
  passwordHash:
    '$argon2id$v=19$m=19456,t=2,p=1$I7o6cnFZnaT0f+i7KJwu0Q$op0b5AlTRQF6ZlcrgfBa92MMmbXPZgYwBQR9kUZJaWw',
  name: 'Demo reviewer',
};
