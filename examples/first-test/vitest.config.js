/** Nothing needs to be configured; without this file vitest would find the one of the repository around this folder. */
export default {}
