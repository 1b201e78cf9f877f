/** The module that declares Jest's matchers, for `src/entrypoints/testing/jest.ts`: Jest is not installed with the repository. */
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> {}
}
