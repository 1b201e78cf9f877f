/** Empty: without this file, vitest would use the configuration of the repository. */
export default {}
